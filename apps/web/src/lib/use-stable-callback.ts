import { useLayoutEffect, useRef, useState } from 'react'

/** Stable callback identity that always calls the latest closure, so that memoized rows don't re-render. */
export function useStableCallback<Arguments extends unknown[]>(callback: (...args: Arguments) => void) {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  const [stable] = useState(
    () =>
      (...args: Arguments) =>
        latest.current(...args),
  )
  return stable
}
