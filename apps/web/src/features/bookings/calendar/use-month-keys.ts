import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { dayAfterKey } from './day-keys.ts'
import { findVisit, type MonthVisit, markCell } from './month-visit.ts'

interface Options {
  root: RefObject<HTMLElement | null>
  /** The days that are shown. */
  dates: readonly string[]
  dayLabel: (date: string) => string
  onDrop: (bookingId: string, date: string) => void
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/**
 * Moves visits of a month to other days with Shift and the arrow keys. Releasing Shift drops the visit, so that several
 * key presses are one move; Escape cancels.
 */
export function useMonthKeys({ root, dates, dayLabel, onDrop }: Options) {
  const moving = useRef<(MonthVisit & { date: string }) | null>(null)
  /** The new day of the visit, for screen readers. */
  const [announcement, setAnnouncement] = useState('')
  const stop = () => {
    const stopped = moving.current
    moving.current = null
    markCell(root.current, null)
    setAnnouncement('')
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
      if (!event.shiftKey || !ARROWS.includes(event.key)) return
      const visit = findVisit(event.target)
      if (!visit) return
      event.preventDefault()
      const date = dayAfterKey(moving.current?.date ?? visit.source, event.key)
      if (date === null || !dates.includes(date)) return
      moving.current = { ...visit, date }
      markCell(root.current, root.current?.querySelector<HTMLElement>(`[data-date="${date}"]`) ?? null)
      setAnnouncement(dayLabel(date))
    },
    onKeyUp: ({ key }: KeyboardEvent<HTMLElement>) => {
      if (key !== 'Shift') return
      const stopped = stop()
      if (stopped && stopped.date !== stopped.source) onDrop(stopped.id, stopped.date)
    },
    onBlur: () => {
      if (moving.current) stop()
    },
  }
}
