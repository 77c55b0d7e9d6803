import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** PageUp and PageDown move by this many rows. */
const PAGE = 10

interface Options {
  /** Of all rows, in order. */
  keys: readonly string[]
  scrollTo: (index: number) => void
  /** Space, with Shift for a range. */
  onToggle?: ((index: number, isRange: boolean) => void) | undefined
  /** Enter. */
  onOpen?: ((index: number) => void) | undefined
}

/**
 * Roving focus over the rows of a table, of which only those on screen are rendered: one row is in the tab order. When
 * the row with the focus is removed, the one that takes its position gets the focus.
 */
export function useRowFocus({ keys, scrollTo, onToggle, onOpen }: Options) {
  const [current, setCurrent] = useState(0)
  const count = keys.length
  const rows = useRef(new Map<number, HTMLTableRowElement>())
  const isMoving = useRef(false)
  const focusedKey = useRef<string>(undefined)
  // A distant row is rendered only after the scroll, so this runs after every render.
  useEffect(() => {
    const isRemoved = focusedKey.current !== undefined && !keys.includes(focusedKey.current)
    if (isRemoved) {
      focusedKey.current = undefined
      // The browser moves the focus of a removed element to the page.
      isMoving.current = count > 0 && document.activeElement === document.body
    }
    const row = rows.current.get(Math.min(current, count - 1))
    if (!isMoving.current || !row) return
    isMoving.current = false
    row.focus({ preventScroll: true })
  })
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    isMoving.current = true
    setCurrent(next)
    scrollTo(next)
  }
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + PAGE,
    PageUp: current - PAGE,
    Home: 0,
    End: count - 1,
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Keys inside a cell belong to the button or link there.
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const next = steps[event.key]
    if (next !== undefined) moveTo(next)
    else if (event.key === ' ' && onToggle) onToggle(current, event.shiftKey)
    else if (event.key === 'Enter' && onOpen) onOpen(current)
    else return
    event.preventDefault()
  }
  return {
    isCurrent: (index: number) => index === Math.min(current, count - 1),
    register: (index: number, row: HTMLTableRowElement | null) => {
      if (row) rows.current.set(index, row)
      else rows.current.delete(index)
    },
    onFocus: (index: number) => {
      focusedKey.current = keys[index]
      setCurrent(index)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableRowElement>) => {
      // A button that is disabled while it works loses the focus to nothing.
      if (relatedTarget && !currentTarget.contains(relatedTarget)) focusedKey.current = undefined
    },
    onKeyDown,
  }
}
