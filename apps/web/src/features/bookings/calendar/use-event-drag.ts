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
import { type DragPointer, usePointerDrag } from './use-pointer-drag.ts'

interface DraggedEvent extends MovableEvent {
  /** Bounds of the columns, read once, because reading them during the drag would force layout. */
  edges: readonly { column: Column; right: number }[]
  isResizing: boolean
}

/** Moves and resizes events by pointer. */
export function useEventDrag(grid: EventGrid) {
  const dropAt = ({ placed, source, isResizing, edges }: DraggedEvent, { clientX, y }: DragPointer): Drop => {
    const moved = snap(y / grid.pixelsPerMinute)
    if (isResizing) {
      const minutes = lengthWithin(placed.from, placed.until - placed.from + moved)
      return { placed, source, target: source, from: placed.from, minutes }
    }
    const column = edges.find(({ right }) => clientX < right)?.column ?? source
    const target = columnToDrop({ placed, source }, column)
    return { placed, source, target, from: startWithin(placed.from + moved), minutes: null }
  }
  return usePointerDrag<HTMLDivElement, DraggedEvent>({
    find: (target, root) => {
      const event = findEvent(grid, target)
      const isResizing = (target as HTMLElement | null)?.dataset.edge !== undefined
      return event && { ...event, edges: edgesOf(grid.columns, root), isResizing }
    },
    onMove: (event, pointer) => {
      const drop = dropAt(event, pointer)
      preview(event, { x: pointer.x, y: (drop.from - event.placed.from) * grid.pixelsPerMinute }, drop)
    },
    onDrop: (event, pointer) => {
      const drop = dropAt(event, pointer)
      const { from, until } = event.placed
      const isSame =
        drop.from === from && drop.target === event.source && (drop.minutes ?? until - from) === until - from
      if (!isSame) grid.onDrop(drop)
    },
    onEnd: endPreview,
  })
}

function edgesOf(columns: readonly Column[], root: HTMLElement | null): { column: Column; right: number }[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].flatMap((element) => {
    const column = columns.find(({ key }) => key === element.dataset.column)
    return column ? [{ column, right: element.getBoundingClientRect().right }] : []
  })
}
