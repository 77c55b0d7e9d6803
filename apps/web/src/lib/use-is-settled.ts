import { startTransition, useEffect, useState } from 'react'

/** Longer than the first render takes; someone who is only passing through is gone again by then. */
export const SETTLED_AFTER_MS = 100

/**
 * False at first, true once the component has been on screen for a moment. Gates requests that the first paint does not
 * need: sent at once, they would compete with the messages of the conversation that is opened next.
 */
export function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsSettled(true)), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
