import { type KeyboardEvent, useRef, useState } from 'react'
import {
  canResize,
  columnToDrop,
  type Drop,
  type EventGrid,
  endPreview,
  findEvent,
  lengthWithin,
  type MovableEvent,
  preview,
  startWithin,
} from './event-move.ts'
import { STEP_MINUTES } from './place-events.ts'

/**
 * Moves events with Shift and the arrow keys, and resizes them with Alt+Shift. Releasing Shift drops the event, so that
 * several key presses are one move; Escape cancels.
 */
export function useEventKeys(grid: EventGrid) {
  const moving = useRef<(MovableEvent & { drop: Drop }) | null>(null)
  /** The new time of the event, for screen readers. */
  const [announcement, setAnnouncement] = useState('')
  const stop = () => {
    const stopped = moving.current
    moving.current = null
    setAnnouncement('')
    if (stopped) endPreview(stopped)
    return stopped
  }

  return {
    announcement,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && moving.current) {
        event.stopPropagation()
        stop()
        return
      }
      const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
      const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      if (!event.shiftKey || (sideways === 0 && steps === 0)) return
      const grabbed = moving.current ?? findEvent(grid, event.target)
      if (!grabbed) return
      event.preventDefault()
      const { source, placed, element } = grabbed
      const last = moving.current?.drop ?? { placed, source, target: source, from: placed.from, minutes: null }
      const drop = stepped(grid, last, { sideways, steps: steps * STEP_MINUTES, isLength: event.altKey })
      moving.current = { source, placed, element, drop }
      const y = (drop.from - placed.from) * grid.pixelsPerMinute
      preview(moving.current, { x: columnLeft(element, drop.target.key) - columnLeft(element, source.key), y }, drop)
      setAnnouncement(element.dataset.time ?? '')
    },
    onKeyUp: ({ key }: KeyboardEvent<HTMLElement>) => {
      if (key !== 'Shift' || !moving.current) return
      const stopped = stop()
      if (!stopped) return
      const { drop, placed, source } = stopped
      if (drop.from !== placed.from || drop.target !== source || drop.minutes !== null) grid.onDrop(drop)
    },
    onBlur: () => {
      if (moving.current) stop()
    },
  }
}

function stepped(
  { columns }: EventGrid,
  drop: Drop,
  { sideways, steps, isLength }: { sideways: number; steps: number; isLength: boolean },
): Drop {
  if (isLength && steps !== 0) {
    if (!canResize(drop.placed)) return drop
    const { from, until } = drop.placed
    const minutes = lengthWithin(from, (drop.minutes ?? until - from) + steps)
    return { ...drop, target: drop.source, from, minutes: minutes === until - from ? null : minutes }
  }
  const target = columnToDrop(drop, columns[columns.indexOf(drop.target) + sideways] ?? drop.target)
  return { ...drop, target, from: startWithin(drop.from + steps), minutes: null }
}

const columnLeft = (element: HTMLElement, key: string): number => {
  const columns = element.closest('[data-grid]')?.querySelectorAll<HTMLElement>('[data-column]') ?? []
  return [...columns].find(({ dataset }) => dataset.column === key)?.getBoundingClientRect().left ?? 0
}
