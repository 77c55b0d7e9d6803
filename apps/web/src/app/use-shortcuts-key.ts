import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../lib/keyboard.ts'

/** "?" shows all shortcuts, on every screen. */
export function useShortcutsKey(open: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
