import type { BookingBlock } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { Agenda } from './Agenda.tsx'
import classes from './Calendar.module.css'
import { daysOfCalendar } from './days-of-calendar.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { type Move, MoveBookingModal } from './MoveBookingModal.tsx'
import { type Calendar, instantAt } from './place-events.ts'

interface Props {
  dates: readonly string[]
  date: string
  today: string
  calendar: Calendar
  zone: string
  canAct: boolean
  dayLabel: (date: string) => string
  onChoose: (date: string) => void
  onOpen: (date: string) => void
  onOpenBlock: (block: BookingBlock) => (() => void) | undefined
}

/** A month; on phones with the entries of the selected day below it. */
export function MonthView({ calendar, zone, canAct, dayLabel, onOpenBlock, ...days }: Props) {
  const isPhone = useIsPhone()
  const entries = daysOfCalendar(days.dates, calendar, zone)
  const [move, setMove] = useState<Move | null>(null)
  const moveTo = (bookingId: string, date: string) => {
    const booking = calendar.bookings.find(({ id }) => id === bookingId)
    if (!booking) return
    const { hour, minute } = Temporal.PlainDateTime.from(booking.localStartsOn)
    setMove({ booking, startsOnUtc: instantAt(date, hour * 60 + minute, zone) })
  }
  return (
    <>
      <MonthGrid
        {...days}
        entriesOn={(date) => entries.get(date) ?? []}
        isCompact={isPhone}
        onMove={canAct && !isPhone ? moveTo : undefined}
        onOpen={isPhone ? days.onChoose : days.onOpen}
      />
      {canAct && !isPhone && (
        <p className={classes.soft}>
          <Trans>
            Drag a visit to another day to move it; on a touch screen, hold it first. With the keyboard: the arrow keys
            choose a day, Tab goes to its visits, and Shift and the arrow keys move one until you release Shift.
          </Trans>
        </p>
      )}
      {canAct && isPhone && (
        <p className={classes.soft}>
          <Trans>Tap a visit and choose Move to change its day or time.</Trans>
        </p>
      )}
      {move && <MoveBookingModal move={move} onClose={() => setMove(null)} />}
      {isPhone && <Agenda dates={[days.date]} {...{ dayLabel, calendar, zone, onOpenBlock }} />}
    </>
  )
}
