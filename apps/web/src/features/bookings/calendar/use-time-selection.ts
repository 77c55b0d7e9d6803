import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { THRESHOLD_PX } from './drag-limits.ts'
import { type Column, DAY_MINUTES, STEP_MINUTES } from './place-events.ts'

/** The length of a selection that was neither dragged nor changed with the keys. */
export const TAPPED_MINUTES = 30
const FIRST = { from: 9 * 60, until: 9 * 60 + 30 }

/** A span of time in a column, in minutes from local midnight. */
export interface TimeSelection {
  column: Column
  from: number
  until: number
}

interface Options {
  columns: readonly Column[]
  /** The visible hours. */
  hours: { from: number; until: number }
  pixelsPerMinute: number
  /** Called with a span selected by dragging. */
  onSelect: (selection: TimeSelection) => void
  /** Called with a clicked time. A tapped time is only selected, because touch cannot select a span by dragging. */
  onClick: (column: Column, minutes: number) => void
}

/** Selects free time in a column, by pointer or with the arrow keys. */
export function useTimeSelection({ columns, hours, pixelsPerMinute, onSelect, onClick }: Options) {
  const limits = { from: hours.from * 60, until: hours.until * 60 }
  const [span, setSpan] = useState<{ key: string; from: number; until: number } | null>(null)
  const [isDragging, setIsDragging] = useState(false)
  const drag = useRef<{ column: Column; y: number; start: number; last: TimeSelection | null }>(null)
  const wasDragged = useRef(false)
  const wasTouched = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  const column = columns.find(({ key }) => key === span?.key) ?? columns[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the selection to another column.
  useEffect(() => {
    if (isMoving.current) button.current?.focus()
    isMoving.current = false
  }, [column?.key])

  const select = (next: TimeSelection) => setSpan({ key: next.column.key, from: next.from, until: next.until })
  const selection = column && { column, ...spanWithin(span ?? FIRST, limits) }
  const minutesAt = (y: number, top: number) => limits.from + (y - top) / pixelsPerMinute
  const finish = () => {
    drag.current = null
    setIsDragging(false)
  }

  return {
    selection,
    isDragging,
    buttonRef: button,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDragged.current = false
        wasTouched.current = event.pointerType === 'touch'
        const element = event.target as HTMLElement
        const pressed = columns.find(({ key }) => key === element.dataset.column)
        // Touch scrolls.
        if (!pressed || event.button !== 0 || event.pointerType === 'touch') return
        const { top } = element.getBoundingClientRect()
        drag.current = { column: pressed, y: event.clientY, start: minutesAt(event.clientY, top), last: null }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const now = drag.current
        if (!now) return
        const way = event.clientY - now.y
        if (!now.last && Math.abs(way) < THRESHOLD_PX) return
        if (!now.last) {
          wasDragged.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          setIsDragging(true)
        }
        now.last = { column: now.column, ...spanBetween(now.start, now.start + way / pixelsPerMinute, limits) }
        select(now.last)
      },
      onPointerUp: () => {
        const last = drag.current?.last
        finish()
        if (last) onSelect(last)
      },
      onPointerCancel: finish,
    },
    onColumnClick: (clicked: Column) => (event: MouseEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || wasDragged.current) return
      const minutes = minutesAt(event.clientY, event.currentTarget.getBoundingClientRect().top)
      if (!wasTouched.current) return onClick(clicked, minutes)
      const from = Math.floor(minutes / TAPPED_MINUTES) * TAPPED_MINUTES
      const tapped = { column: clicked, ...spanWithin({ from, until: from + TAPPED_MINUTES }, limits) }
      select(tapped)
      onSelect(tapped)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
      const target = selection && columns[columns.indexOf(selection.column) + sideways]
      if (event.shiftKey || !target || (steps === 0 && sideways === 0)) return
      event.preventDefault()
      isMoving.current = target !== selection.column
      select({ column: target, ...stepped(selection, steps, event.altKey, limits) })
    },
  }
}

type Span = Pick<TimeSelection, 'from' | 'until'>

/** The span of quarter hours that covers two times. */
export function spanBetween(a: number, b: number, limits: Span): Span {
  const from = Math.floor(Math.min(a, b) / STEP_MINUTES) * STEP_MINUTES
  const until = Math.ceil(Math.max(a, b) / STEP_MINUTES) * STEP_MINUTES
  return spanWithin({ from, until: Math.max(until, from + STEP_MINUTES) }, limits)
}

function spanWithin({ from, until }: Span, limits: Span): Span {
  const end = Math.min(until, limits.until, DAY_MINUTES)
  return {
    from: Math.max(limits.from, Math.min(from, end - STEP_MINUTES)),
    until: Math.max(end, limits.from + STEP_MINUTES),
  }
}

/** Moves or resizes a span within the visible hours. */
function stepped({ from, until }: Span, steps: number, isLength: boolean, limits: Span): Span {
  const by = steps * STEP_MINUTES
  if (isLength) return spanWithin({ from, until: Math.max(from + STEP_MINUTES, until + by) }, limits)
  return from + by < limits.from || until + by > limits.until ? { from, until } : { from: from + by, until: until + by }
}
