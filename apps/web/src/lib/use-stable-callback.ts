import { useLayoutEffect, useRef, useState } from 'react'

/** The same function for ever, which does what the newest one does: what is handed it need not be drawn again for it. */
export function useStableCallback<Arguments extends unknown[]>(act: (...args: Arguments) => void) {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  const [steady] = useState(
    () =>
      (...args: Arguments) =>
        newest.current(...args),
  )
  return steady
}
