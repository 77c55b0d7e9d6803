import { useEffect, useRef } from 'react'

/** The visit that was changed last. Its row may be remounted in another group. */
const changed = { id: '' }

export const keepFocusOn = (bookingID: string): void => {
  changed.id = bookingID
}

/** Returns a ref for a button of a visit, which gets the focus if the button that changed the visit is unmounted. */
export function useKeptFocus(bookingID: string, isChanging: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChanging || changed.id !== bookingID) return
    changed.id = ''
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [bookingID, isChanging])
  return ref
}
