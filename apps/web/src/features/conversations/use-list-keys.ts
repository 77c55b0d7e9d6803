import type { Conversation } from '@frontdesk/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../lib/keyboard.ts'
import { extend, isSelecting, NOTHING, type Selection, toggle } from './selection.ts'

interface Options {
  entries: readonly Conversation[]
  sid: string | null
  searchField: RefObject<HTMLInputElement | null>
  selection: Selection
  onSelect: (selection: Selection) => void
  /** False for who may not write first. */
  onNew: (() => void) | false
}

/** On a row, or nowhere in particular: arrows scroll a thread and move in menus. */
const isInList = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.closest('[data-sid]') !== null)

/**
 * j and k or the arrows walk through the list, x selects, with Shift a range; / searches, c writes to somebody. Enter opens
 * because the row has the focus, which it claims once for each step: a row that comes back on screen takes it from nobody.
 */
export function useListKeys({ entries, sid, searchField, selection, onSelect, onNew }: Options) {
  const [cursor, setCursor] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const moveTo = (next: string) => {
    wanted.current = next
    setCursor(next)
  }
  const claimFocus = (row: string) => {
    const isWanted = wanted.current === row
    if (isWanted) wanted.current = null
    return isWanted
  }

  const step = (by: number) => {
    const from = cursor ?? sid
    const at = entries.findIndex((entry) => entry.sid === from)
    return entries[at === -1 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))]?.sid
  }
  const move = (by: number) => {
    const next = step(by)
    if (next) moveTo(next)
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
    const acts: [key: string, act: (() => void) | false][] = [
      ['j', () => move(1)],
      ['k', () => move(-1)],
      ['J', () => extendBy(1)],
      ['K', () => extendBy(-1)],
      ['x', on !== null && (() => onSelect(toggle(selection, on)))],
      ['Escape', isSelecting(selection) && (() => onSelect(NOTHING))],
      ['/', () => searchField.current?.focus()],
      ['c', onNew],
      ['ArrowDown', isInList(event) && (() => (event.shiftKey ? extendBy(1) : move(1)))],
      ['ArrowUp', isInList(event) && (() => (event.shiftKey ? extendBy(-1) : move(-1)))],
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

  return { cursor, setCursor, claimFocus }
}
