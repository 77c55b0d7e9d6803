import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** PageUp and PageDown move by this many rows. */
const PAGE = 10

interface Options {
  count: number
  scrollTo: (index: number) => void
  /** Space, with Shift for a range. */
  onToggle?: ((index: number, isRange: boolean) => void) | undefined
  /** Enter. */
  onOpen?: ((index: number) => void) | undefined
}

/** Roving focus over the rows of a table, of which only those on screen are rendered: one row is in the tab order. */
export function useRowFocus({ count, scrollTo, onToggle, onOpen }: Options) {
  const [current, setCurrent] = useState(0)
  const rows = useRef(new Map<number, HTMLTableRowElement>())
  const isMoving = useRef(false)
  // A distant row is rendered only after the scroll, so this runs after every render.
  useEffect(() => {
    const row = rows.current.get(current)
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
    onFocus: (index: number) => setCurrent(index),
    onKeyDown,
  }
}
