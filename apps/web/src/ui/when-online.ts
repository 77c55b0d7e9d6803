import { type ComponentType, lazy } from 'react'

/** A browser learns that its line is gone a little later than what is on its way. */
const PAUSES_MS = [500, 2000, 5000]

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

/** Loads code; what failed for want of a line is tried again once there is one, and a few times in any case. */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  let hasFailed = false
  for (let tries = 0; ; ) {
    try {
      // They may be those of another part, which this one does not wait for in vain.
      if (missingStyles.size > 0) await fetchMissingStyles().catch((error) => hasFailed && Promise.reject(error))
      return await load()
    } catch (error) {
      hasFailed = true
      const pause = PAUSES_MS[tries]
      if (navigator.onLine) tries += 1
      if (pause === undefined) throw error
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true })
        if (navigator.onLine) setTimeout(resolve, pause)
      })
    }
  }
}

/** React's `lazy` for parts of a screen: a line lost in the middle of loading one takes nothing else along. */
export const lazyCode = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => whenOnline(load))
