import type { Conversation } from '@frontdesk/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isTyping } from '../../lib/keyboard.ts'

interface Options {
  entries: readonly Conversation[]
  sid: string | null
  searchField: RefObject<HTMLInputElement | null>
  onNew: () => void
}

/** j and k walk through the list, / searches, c writes to somebody. Enter opens because the row has the focus. */
export function useListKeys({ entries, sid, searchField, onNew }: Options) {
  const [cursor, setCursor] = useState<string | null>(null)

  const move = (step: number) => {
    const from = cursor ?? sid
    const at = entries.findIndex((entry) => entry.sid === from)
    const next = entries[at === -1 ? 0 : Math.min(entries.length - 1, Math.max(0, at + step))]
    if (next) setCursor(next.sid)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
    const act = {
      j: () => move(1),
      k: () => move(-1),
      '/': () => searchField.current?.focus(),
      c: onNew,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return { cursor, setCursor }
}
