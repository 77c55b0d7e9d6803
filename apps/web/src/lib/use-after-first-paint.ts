import { useDeferredValue } from 'react'

/** False on the first paint, true right after it: gates queries that the first paint does not need. */
export const useAfterFirstPaint = (): boolean => useDeferredValue(true, false)
