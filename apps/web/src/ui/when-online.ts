import { type ComponentType, lazy } from 'react'

/** A browser learns that its line is gone a little later than what is on its way. */
const PAUSES_MS = [500, 2000, 5000]

/** Loads code; what failed for want of a line is tried again once there is one, and a few times in any case. */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; ) {
    try {
      return await load()
    } catch (error) {
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
