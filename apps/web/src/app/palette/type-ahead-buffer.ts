import { useEffectEvent, useLayoutEffect } from 'react'

/** The field of the command palette. */
export const PALETTE_FIELD = 'command-palette-field'

let buffered = ''

/** Returns and clears the keys typed before the field was mounted. */
export function takeBufferedKeys(): string {
  const keys = buffered
  buffered = ''
  return keys
}

/**
 * Buffers keys from the moment the palette is opened until its field has the focus. Otherwise they would run shortcuts
 * (close a conversation, move through the list) or end up in the text being written.
 */
export function useTypeAheadBuffer(isActive: boolean, onCancel: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasFocus = () => document.activeElement?.id === PALETTE_FIELD
    if (hasFocus() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (!/^(.|Backspace|Enter|Escape|Arrow.*)$/u.test(event.key)) return
    event.stopImmediatePropagation()
    document.getElementById(PALETTE_FIELD)?.focus()
    // The browser delivers the key's input to the focused element.
    if (hasFocus() && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace') buffered = buffered.slice(0, -1)
    else if (/^.$/u.test(event.key)) buffered += event.key
  })
  useLayoutEffect(() => {
    if (!isActive) return
    buffered = ''
    // The capture phase runs before all other listeners.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isActive])
}
