import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../lib/keyboard.ts'
import { mustBeAnswered } from '../../ui/modal/modal-slot.ts'
import { openModal } from '../../ui/modal/modals.ts'

/** "?" shows all shortcuts, Ctrl or ⌘ K opens the command palette; on every screen. */
export function useShortcutsKey() {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      // While a dialog has to be answered the palette would not open, and the keys typed for it would be lost.
      if (!mustBeAnswered()) openModal('command-palette')
      return
    }
    if (event.key !== '?' || mustBeAnswered() || isTyping(event) || event.metaKey || event.ctrlKey || event.altKey)
      return
    event.preventDefault()
    openModal('keyboard-shortcuts')
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
