import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { dayAfterKey } from './day-keys.ts'
import type { DayEntry } from './days-of-calendar.ts'
import classes from './Month.module.css'
import { MonthDay } from './MonthDay.tsx'
import { useMonthDrag } from './use-month-drag.ts'
import { useMonthKeys } from './use-month-keys.ts'

interface Props {
  /** Whole weeks. */
  dates: readonly string[]
  /** The chosen day. */
  date: string
  today: string
  entriesOn: (date: string) => readonly DayEntry[]
  /** Shows dots instead of texts, for narrow screens. */
  isCompact: boolean
  onChoose: (date: string) => void
  onOpen: (date: string) => void
  /** Called when a visit is moved to another day; undefined if visits cannot be moved. */
  onMove?: ((bookingId: string, date: string) => void) | undefined
}

/**
 * The weeks of a month. The arrow keys go from day to day, Enter opens one, and Tab goes to its visits, which Shift and
 * the arrow keys move.
 */
export function MonthGrid({ dates, date, today, entriesOn, isCompact, onChoose, onOpen, onMove }: Props) {
  const { i18n } = useLingui()
  const onDrop = (id: string, day: string) => onMove?.(id, day)
  const { ref: root, ...drag } = useMonthDrag(onDrop)
  const chosen = useRef<HTMLButtonElement>(null)
  const isMoving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the chosen day.
  useEffect(() => {
    if (isMoving.current) chosen.current?.focus()
    isMoving.current = false
  }, [date])
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(date, event.key)
    if (next === null) return
    event.preventDefault()
    isMoving.current = true
    onChoose(next)
  }
  const label = (day: string, options: Intl.DateTimeFormatOptions) =>
    i18n.date(new Date(`${day}T12:00:00Z`), { ...options, timeZone: 'UTC' })
  const dayLabel = (day: string) => label(day, { weekday: 'long', month: 'long', day: 'numeric' })
  const { announcement, ...keys } = useMonthKeys({ root, dates, dayLabel, onDrop })
  const weeks = Array.from({ length: dates.length / 7 }, (_, week) => dates.slice(week * 7, week * 7 + 7))
  return (
    <table
      ref={root}
      className={classes.month}
      data-compact={isCompact || undefined}
      {...(onMove && { ...drag, ...keys })}
    >
      <caption className={classes.caption}>
        {label(date, { month: 'long', year: 'numeric' })}
        <span role="status">{announcement}</span>
      </caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={label(day, { weekday: 'long' })}>
              {label(day, { weekday: isCompact ? 'narrow' : 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthDay
                key={day}
                date={day}
                label={dayLabel(day)}
                isToday={day === today}
                isChosen={day === date}
                isOtherMonth={day.slice(0, 7) !== date.slice(0, 7)}
                entries={entriesOn(day)}
                isCompact={isCompact}
                canMove={onMove !== undefined}
                focusRef={day === date ? chosen : undefined}
                onOpen={onOpen}
                onKeyDown={move}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
