import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Column, type Placed, STEP_MINUTES } from './place-events.ts'

/** A shorter way is a click. */
const THRESHOLD_PX = 5

export interface Drop {
  placed: Placed
  /** Where it was taken from, and where it is now. */
  source: Column
  target: Column
  /** From midnight by the clocks of the location. */
  from: number
  /** With a new length. */
  minutes: number | null
}

interface Options {
  columns: readonly Column[]
  placed: ReadonlyMap<string, readonly Placed[]>
  pixelsPerMinute: number
  onDrop: (drop: Drop) => void
}

interface Drag {
  element: HTMLElement
  placed: Placed
  source: Column
  x: number
  y: number
  isResizing: boolean
  hasMoved: boolean
}

const snap = (minutes: number): number => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/**
 * Moves and resizes events with the pointer, and with Shift and the arrow keys. While one is dragged only its own style
 * changes, so that React renders nothing.
 */
export function useEventDrag({ columns, placed, pixelsPerMinute, onDrop }: Options) {
  const drag = useRef<Drag>(null)
  const find = (element: EventTarget | null) => {
    const event = (element as HTMLElement | null)?.closest<HTMLElement>('[data-can-move]')
    const key = event?.closest<HTMLElement>('[data-column]')?.dataset.column
    const source = columns.find((column) => column.key === key)
    const at = source && placed.get(source.key)?.find((each) => each.key === event?.dataset.event)
    return event && source && at ? { element: event, source, placed: at } : null
  }
  const reset = ({ element }: Drag) => {
    element.style.removeProperty('transform')
    element.style.removeProperty('height')
    delete element.dataset.dragged
  }
  const columnAt = (x: number, y: number): Column | undefined => {
    for (const element of document.elementsFromPoint(x, y)) {
      const { column } = (element as HTMLElement).dataset
      if (column !== undefined) return columns.find(({ key }) => key === column)
    }
    return undefined
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // Touch scrolls; on a phone visits are moved by their dialog.
      if (event.button !== 0 || event.pointerType === 'touch') return
      const found = find(event.target)
      if (!found) return
      const isResizing = (event.target as HTMLElement).dataset.edge !== undefined
      drag.current = { ...found, x: event.clientX, y: event.clientY, isResizing, hasMoved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (!now) return
      const [x, y] = [event.clientX - now.x, event.clientY - now.y]
      if (!now.hasMoved && Math.hypot(x, y) < THRESHOLD_PX) return
      if (!now.hasMoved) {
        now.hasMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
        now.element.dataset.dragged = ''
      }
      const { from, until } = now.placed
      if (now.isResizing) now.element.style.height = `${(until - from) * pixelsPerMinute + y}px`
      else now.element.style.transform = `translate(${x}px, ${y}px)`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      drag.current = null
      if (!now?.hasMoved) return
      const { source, isResizing } = now
      reset(now)
      const moved = snap((event.clientY - now.y) / pixelsPerMinute)
      const length = now.placed.until - now.placed.from
      const target = isResizing ? source : (columnAt(event.clientX, event.clientY) ?? source)
      const from = isResizing ? now.placed.from : now.placed.from + moved
      const minutes = isResizing ? Math.max(STEP_MINUTES, length + moved) : null
      if (moved === 0 && target === source) return
      onDrop({ placed: now.placed, source, target, from, minutes })
    },
    onPointerCancel: () => {
      if (drag.current) reset(drag.current)
      drag.current = null
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!event.shiftKey) return
      const found = find(event.target)
      if (!found) return
      const { source } = found
      const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
      const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      const target = columns[columns.indexOf(source) + sideways]
      if ((sideways === 0 && steps === 0) || !target) return
      event.preventDefault()
      const length = found.placed.until - found.placed.from
      const isResizing = event.altKey && steps !== 0
      onDrop({
        placed: found.placed,
        source,
        target,
        from: found.placed.from + (isResizing ? 0 : steps * STEP_MINUTES),
        minutes: isResizing ? Math.max(STEP_MINUTES, length + steps * STEP_MINUTES) : null,
      })
    },
  }
}
