import { useEffectEvent, useLayoutEffect } from 'react'

/** The field of the command palette. */
export const PALETTE_FIELD = 'command-palette-field'

let typed = ''

/** What was typed for the field before it was there. */
export function takeBufferedKeys(): string {
  const taken = typed
  typed = ''
  return taken
}

/**
 * From the call for the palette until its field has the focus, letters are meant for it: without this they would close
 * conversations and walk through lists, or go into the text somebody was writing.
 */
export function useTypeAheadBuffer(isWanted: boolean, onCancel: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasFocus = () => document.activeElement?.id === PALETTE_FIELD
    if (hasFocus() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (!/^(.|Backspace|Enter|Escape|Arrow.*)$/u.test(event.key)) return
    event.stopImmediatePropagation()
    document.getElementById(PALETTE_FIELD)?.focus()
    // What follows the key goes by where the focus is by then.
    if (hasFocus() && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (/^.$/u.test(event.key)) typed += event.key
  })
  useLayoutEffect(() => {
    if (!isWanted) return
    typed = ''
    // Before everything else that listens.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isWanted])
}
