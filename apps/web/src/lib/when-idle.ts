/** Safari has no requestIdleCallback. */
const FALLBACK_MS = 200

/** Runs `work` once the browser has nothing more urgent to do; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, FALLBACK_MS)
  return () => clearTimeout(timer)
}
