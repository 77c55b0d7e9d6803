import { type ComponentType, lazy } from 'react'

/** A browser learns that its line is gone a little later than what is on its way. */
const PAUSES_MS = [500, 2000, 5000]
const LOOK_AGAIN_MS = 5000

/**
 * Vite asks for each style sheet of a part once and takes it for loaded from then on, whether it came or not
 * (`preloadOnce` of its preload helper): what failed is asked for again here, or the part would stand there without.
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

/** Until there is a line again, or for so long. */
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
 * Chromium never asks again for a module that failed once (https://github.com/whatwg/html/issues/6768), so nothing is
 * asked for without a line. One that serves itself is there with no line at all.
 */
async function whenReachable() {
  while (!navigator.onLine) {
    if (await isReachable()) return
    // It may have come meanwhile.
    if (!navigator.onLine) await onlineOrAfter(LOOK_AGAIN_MS)
  }
}

/** Loads code; what failed for want of a line is tried again once there is one, and a few times in any case. */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      await whenReachable()
      // They may be those of another part, which this one does not wait for in vain.
      if (missingStyles.size > 0) await fetchMissingStyles().catch((error) => tries > 0 && Promise.reject(error))
      return await load()
    } catch (error) {
      const pause = PAUSES_MS[tries]
      if (pause === undefined) throw error
      await onlineOrAfter(pause)
    }
  }
}

/** React's `lazy` for parts of a screen: a line lost in the middle of loading one takes nothing else along. */
export const lazyWithRetry = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => retryImport(load))
