import { type PointerEvent, useEffect, useRef } from 'react'
import { HOLD_MS, THRESHOLD_PX } from './drag-limits.ts'
import {
  columnToDrop,
  type Drop,
  type EventGrid,
  endPreview,
  findEvent,
  lengthWithin,
  type MovableEvent,
  preview,
  snap,
  startWithin,
} from './event-move.ts'
import type { Column } from './place-events.ts'

interface Drag extends MovableEvent {
  /** Bounds of the columns, read once, because reading them during the drag would force layout. */
  edges: readonly { column: Column; right: number }[]
  x: number
  y: number
  isResizing: boolean
  /** Whether it follows the pointer; touch has to press and hold first. */
  isActive: boolean
  hasMoved: boolean
}

/** Moves and resizes events with a mouse or pen, or by touch after press and hold. */
export function useEventDrag(grid: EventGrid) {
  const drag = useRef<Drag>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const root = useRef<HTMLDivElement>(null)
  // Only a non-passive listener can prevent the browser from scrolling during a touch drag.
  useEffect(() => {
    const element = root.current
    const keepStill = (event: TouchEvent) => {
      if (drag.current?.isActive) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      clearTimeout(hold.current)
    }
  }, [])

  const dropAt = (
    { placed, source, isResizing, y, edges }: Drag,
    event: { clientX: number; clientY: number },
  ): Drop => {
    const moved = snap((event.clientY - y) / grid.pixelsPerMinute)
    if (isResizing) {
      const minutes = lengthWithin(placed.from, placed.until - placed.from + moved)
      return { placed, source, target: source, from: placed.from, minutes }
    }
    const column = edges.find(({ right }) => event.clientX < right)?.column ?? source
    const target = columnToDrop({ placed, source }, column)
    return { placed, source, target, from: startWithin(placed.from + moved), minutes: null }
  }
  const stop = () => {
    clearTimeout(hold.current)
    const stopped = drag.current
    drag.current = null
    if (stopped) endPreview(stopped)
    return stopped
  }

  return {
    ref: root,
    /** Whether an event is pressed and held, which also opens the browser’s context menu. */
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (drag.current) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const grabbed = findEvent(grid, event.target)
      if (!grabbed) return
      const isResizing = (event.target as HTMLElement).dataset.edge !== undefined
      const isFinger = event.pointerType === 'touch'
      const pressed = {
        ...grabbed,
        edges: edgesOf(grid.columns, root.current),
        ...{ x: event.clientX, y: event.clientY, isResizing, isActive: !isFinger, hasMoved: false },
      }
      drag.current = pressed
      if (isFinger)
        hold.current = setTimeout(() => {
          pressed.isActive = true
          pressed.element.dataset.dragged = ''
        }, HOLD_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (!now) return
      const [x, y] = [event.clientX - now.x, event.clientY - now.y]
      if (!now.hasMoved && Math.hypot(x, y) < THRESHOLD_PX) return
      if (!now.isActive) {
        stop()
        return
      }
      if (!now.hasMoved) {
        now.hasMoved = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      const drop = dropAt(now, event)
      preview(now, { x, y: (drop.from - now.placed.from) * grid.pixelsPerMinute }, drop)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = stop()
      if (!now?.hasMoved) return
      const drop = dropAt(now, event)
      const { from, until } = now.placed
      const isSame = drop.from === from && drop.target === now.source && (drop.minutes ?? until - from) === until - from
      if (!isSame) grid.onDrop(drop)
    },
    onPointerCancel: () => {
      stop()
    },
  }
}

function edgesOf(columns: readonly Column[], root: HTMLElement | null): { column: Column; right: number }[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].flatMap((element) => {
    const column = columns.find(({ key }) => key === element.dataset.column)
    return column ? [{ column, right: element.getBoundingClientRect().right }] : []
  })
}
