import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../lib/keyboard.ts'
import { openModal } from '../ui/modals.ts'

/** "?" shows all shortcuts, Ctrl or ⌘ K leads anywhere; on every screen. */
export function useShortcutsKey() {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      openModal('command-palette')
      return
    }
    if (event.key !== '?' || isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    openModal('keyboard-shortcuts')
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
