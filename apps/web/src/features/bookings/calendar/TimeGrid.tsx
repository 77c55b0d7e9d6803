import type { Booking } from '@frontdesk/contract/api'
import { isHolding } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, MouseEvent } from 'react'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'
import { CalendarEvent } from './CalendarEvent.tsx'
import { type Column, type Placed, shownHours } from './place-events.ts'
import { type Drop, useEventDrag } from './use-event-drag.ts'

const PIXELS_PER_MINUTE = 1

interface Props {
  columns: readonly Column[]
  placed: ReadonlyMap<string, readonly Placed[]>
  /** Today and the minute of it, by the clocks of the location. */
  now: { date: string; minutes: number }
  canAct: boolean
  onDrop: (drop: Drop) => void
  /** A free time was chosen. */
  onFree: (column: Column, minutes: number) => void
}

const openBooking = ({ id }: Booking) => openModal('booking', { id })

/** Columns of days, teammates or rooms beside the hours of the day. */
export function TimeGrid({ columns, placed, now, canAct, onDrop, onFree }: Props) {
  const { t } = useLingui()
  const { from, until } = shownHours(placed.values())
  const hours = Array.from({ length: until - from }, (_, index) => from + index)
  const handlers = useEventDrag({ columns, placed, pixelsPerMinute: PIXELS_PER_MINUTE, onDrop })
  const style = {
    '--columns': columns.length,
    '--hours': until - from,
    '--px': `${PIXELS_PER_MINUTE}px`,
  } as CSSProperties
  const chooseFree = (column: Column) => (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || !canAct) return
    const { top } = event.currentTarget.getBoundingClientRect()
    onFree(column, from * 60 + (event.clientY - top) / PIXELS_PER_MINUTE)
  }
  return (
    <div className={classes.grid} style={style} {...(canAct && handlers)}>
      <div className={classes.corner} />
      {columns.map(({ key, label }) => (
        <h2 key={key} className={classes.heading}>
          {label}
        </h2>
      ))}
      <div className={classes.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour}>{Temporal.PlainTime.from({ hour }).toLocaleString(undefined, { timeStyle: 'short' })}</span>
        ))}
      </div>
      {columns.map((column) => {
        const { key, label, date } = column
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard visits are booked by the button above.
          <section
            key={key}
            className={classes.column}
            data-column={key}
            aria-label={label}
            onClick={chooseFree(column)}
          >
            {date === now.date && now.minutes >= from * 60 && now.minutes < until * 60 && (
              <div
                className={classes.now}
                style={{ '--from': now.minutes - from * 60 } as CSSProperties}
                role="img"
                aria-label={t`Now`}
              />
            )}
            {placed.get(key)?.map((each) => (
              <CalendarEvent
                key={each.key}
                placed={each}
                firstHour={from}
                canMove={canAct && canMove(each)}
                canResize={canAct && canMove(each) && each.booking?.items.length === 1}
                onOpen={openBooking}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

const canMove = ({ booking }: Placed): boolean =>
  booking !== null && !booking.isBusy && isHolding(booking.status) && booking.status !== 'held'
