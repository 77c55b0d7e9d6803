import { drafts } from './drafts.ts'

const fields = new Map<string, () => void>()
let awaited: { sid: string; typed: string } | null = null

/**
 * Keys pressed while the composer is still loading belong to it: as shortcuts the first letters of a message would
 * close or assign the conversation.
 */
function keepTyped(event: KeyboardEvent) {
  if (!awaited || event.isComposing || event.metaKey || event.ctrlKey || event.altKey) return
  if (event.key === 'Escape') return cancel()
  if (event.key.length === 1) awaited.typed += event.key
  else if (event.key === 'Backspace') awaited.typed = awaited.typed.slice(0, -1)
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

function cancel() {
  awaited = null
  removeEventListener('keydown', keepTyped, { capture: true })
  removeEventListener('pointerdown', cancel, { capture: true })
}

export const composerFocus = {
  /** Focuses the composer of a conversation, now or as soon as it is on screen. */
  request: (sid: string) => {
    cancel()
    const focus = fields.get(sid)
    if (focus) return focus()
    awaited = { sid, typed: '' }
    addEventListener('keydown', keepTyped, { capture: true })
    addEventListener('pointerdown', cancel, { capture: true })
  },

  /** Registers the composer on screen; returns a function that unregisters it. */
  register: (sid: string, focus: () => void) => {
    fields.set(sid, focus)
    if (awaited?.sid === sid) {
      const { typed } = awaited
      cancel()
      if (typed !== '') drafts.write(sid, drafts.get(sid).text + typed)
      focus()
    }
    return () => {
      if (fields.get(sid) === focus) fields.delete(sid)
    }
  },

  /** There will be no composer: the conversation cannot be written to. */
  cancel,
}
