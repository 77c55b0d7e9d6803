/** Long enough for the first look to be there, so that nothing fetched ahead competes with it. */
const AFTER_MS = 1_000

/** Runs `work` some time after the screen has come, when the browser has nothing better to do; returns how to call it off. */
export function whenQuiet(work: () => void): () => void {
  const timer = setTimeout(() => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
    else work()
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
