import type { Conversation } from '@frontdesk/contract/api'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../../lib/keyboard.ts'
import { extend, isSelecting, NOTHING, type Selection, toggle } from '../../../ui/list/selection.ts'

interface Options {
  entries: readonly Conversation[]
  sid: string | null
  searchField: RefObject<HTMLInputElement | null>
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Opens a conversation, replacing the open one in the browser history. */
  onOpenInstead: (sid: string) => void
  /** False for people who may not start a conversation. */
  onNew: (() => void) | false
}

/** Whether the focus is on a row or nowhere; elsewhere arrow keys scroll a thread or move in a menu. */
const isInList = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.closest('[data-sid]') !== null)

/** Steps that follow each other faster than this open only the last one. */
const REPEATED_MS = 180

/**
 * j and k or the arrows move through the list, x selects, with Shift a range; / searches, c starts a conversation.
 * While a conversation is open each step opens the next one; otherwise Enter opens, because the row has the focus,
 * which it claims once per step, so that a row that scrolls back into view does not take it.
 */
export function useListKeys({ entries, sid, searchField, selection, onSelect, onOpenInstead, onNew }: Options) {
  const [cursor, setCursor] = useState<string | null>(null)
  const pendingFocus = useRef<string | null>(null)
  const steppedAt = useRef(Number.NEGATIVE_INFINITY)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const moveTo = (next: string) => {
    pendingFocus.current = next
    setCursor(next)
  }
  const claimFocus = (row: string) => {
    const isPending = pendingFocus.current === row
    if (isPending) pendingFocus.current = null
    return isPending
  }
  const open = useEffectEvent(onOpenInstead)
  const openSoon = (next: string) => {
    clearTimeout(opening.current)
    const isRepeated = performance.now() - steppedAt.current < REPEATED_MS
    steppedAt.current = performance.now()
    opening.current = undefined
    if (!isRepeated) return open(next)
    opening.current = setTimeout(() => {
      opening.current = undefined
      open(next)
    }, REPEATED_MS)
  }
  useEffect(() => () => clearTimeout(opening.current), [])
  // Opened in another way: continue from there.
  useEffect(() => {
    if (sid && opening.current === undefined) setCursor(sid)
  }, [sid])

  const step = (by: number) => {
    const from = cursor ?? sid
    const at = entries.findIndex((entry) => entry.sid === from)
    return entries[at === -1 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))]?.sid
  }
  const move = (by: number) => {
    const next = step(by)
    if (!next) return
    moveTo(next)
    if (sid && next !== sid && !isSelecting(selection)) openSoon(next)
  }
  const extendBy = (by: number) => {
    const from = cursor ?? sid ?? entries[0]?.sid
    const next = step(by)
    if (!from || !next) return
    const begun = selection.anchor === null ? toggle(selection, from) : selection
    onSelect(
      extend(
        begun,
        next,
        entries.map((entry) => entry.sid),
      ),
    )
    moveTo(next)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    if ((!isBox && isTyping(event)) || event.metaKey || event.ctrlKey || event.altKey) return
    const on = cursor ?? sid
    const hasEntries = entries.length > 0
    const acts: [key: string, act: (() => void) | false][] = [
      // Without rows, leave the keys to what replaces the list.
      ['j', hasEntries && (() => move(1))],
      ['k', hasEntries && (() => move(-1))],
      ['J', hasEntries && (() => extendBy(1))],
      ['K', hasEntries && (() => extendBy(-1))],
      ['x', hasEntries && on !== null && (() => onSelect(toggle(selection, on)))],
      ['Escape', isSelecting(selection) && (() => onSelect(NOTHING))],
      ['/', () => searchField.current?.focus()],
      ['c', onNew],
      ['ArrowDown', hasEntries && isInList(event) && (() => (event.shiftKey ? extendBy(1) : move(1)))],
      ['ArrowUp', hasEntries && isInList(event) && (() => (event.shiftKey ? extendBy(-1) : move(-1)))],
    ]
    const act = acts.find(([key]) => key === event.key)?.[1]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return { cursor, setCursor, claimFocus, moveTo }
}
