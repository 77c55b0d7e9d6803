import { useDeferredValue } from 'react'

/** No in the first look at something, yes right behind it: for what need not be asked before the first look is there. */
export const useAfterFirstPaint = (): boolean => useDeferredValue(true, false)
