import { type ComponentType, lazy } from 'react'

/** `navigator.onLine` turns false only after requests in flight have failed. */
const PAUSES_MS = [500, 2000, 5000]
const PROBE_MS = 5000

/**
 * Style sheets whose request failed. Vite requests each style sheet of a chunk once and treats it as loaded from then
 * on (`preloadOnce` of its preload helper), so they are requested again here; otherwise the chunk would show unstyled.
 */
const missingStyles = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
  },
  // Such an error does not bubble.
  { capture: true },
)

const fetchMissingStyles = () =>
  Promise.all(
    [...missingStyles].map(async (failed) => {
      missingStyles.delete(failed)
      const link = failed.cloneNode()
      const loaded = new Promise((resolve, reject) => {
        link.addEventListener('load', resolve)
        link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${failed.href}`)))
      })
      failed.replaceWith(link)
      await loaded
    }),
  )

/** Resolves when the browser is online again, at the latest after `pauseMs`. */
export const onlineOrAfter = (pauseMs: number) =>
  new Promise<unknown>((resolve) => {
    addEventListener('online', resolve, { once: true })
    setTimeout(resolve, pauseMs)
  })

const isReachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * Chromium never requests a module again whose import failed once (https://github.com/whatwg/html/issues/6768), so
 * nothing is imported while offline. A server on localhost is reachable without a network.
 */
async function whenReachable() {
  while (!navigator.onLine) {
    if (await isReachable()) return
    // The browser may have gone online while the request ran.
    if (!navigator.onLine) await onlineOrAfter(PROBE_MS)
  }
}

/** Runs an import, and retries it when the browser is online again or after a pause, a few times at most. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      await whenReachable()
      // They may belong to another chunk, so on the first attempt their failure is ignored.
      if (missingStyles.size > 0) await fetchMissingStyles().catch((error) => tries > 0 && Promise.reject(error))
      return await load()
    } catch (error) {
      const pause = PAUSES_MS[tries]
      if (pause === undefined) throw error
      await onlineOrAfter(pause)
    }
  }
}

/** React's `lazy` with retries: losing the connection while a part loads does not take the whole screen down. */
export const lazyWithRetry = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => retryImport(load))
