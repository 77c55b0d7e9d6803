/** Runs at the end of the period in which it was called, however often. */
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
