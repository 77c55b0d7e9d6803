/** Calls `run` at most once per period, at its end, however often the returned function is called. */
export function throttle(run: () => void, everyMs: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      run()
    }, everyMs)
  }
}
