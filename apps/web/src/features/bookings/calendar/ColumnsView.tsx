import type { Location } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'
import { type Move, MoveBookingModal } from './MoveBookingModal.tsx'
import { type Calendar, type Column, instantAt, placeEvents } from './place-events.ts'
import { TimeGrid } from './TimeGrid.tsx'
import type { Drop } from './use-event-drag.ts'

interface Props {
  columns: readonly Column[]
  calendar: Calendar
  location: Location
  now: { date: string; minutes: number }
  canAct: boolean
}

/** A day or a week by the hour, where visits are moved and added. */
export function ColumnsView({ columns, calendar, location, now, canAct }: Props) {
  const zone = location.timeZone
  const [move, setMove] = useState<Move | null>(null)
  return (
    <>
      <TimeGrid
        columns={columns}
        placed={placeEvents(columns, calendar, zone)}
        now={now}
        canAct={canAct}
        onDrop={(drop) => setMove(moveOf(drop, zone))}
        onFree={({ date, resourceID }, minutes) =>
          openModal('book', {
            locationID: location.id,
            startsOnUtc: instantAt(date, minutes, zone),
            ...(resourceID !== null && { resourceID }),
          })
        }
      />
      {canAct && (
        <p className={classes.soft}>
          <Trans>
            Drag a visit to move it, or its lower edge to change its length. With the keyboard: Shift and the arrow keys
            move it, with Alt they change its length.
          </Trans>
        </p>
      )}
      {move && <MoveBookingModal move={move} onClose={() => setMove(null)} />}
    </>
  )
}

function moveOf({ placed: { booking, from }, source, target, from: next, minutes }: Drop, zone: string): Move | null {
  if (!booking) return null
  const wall = Temporal.PlainDateTime.from(booking.localStartsOn)
  const start = wall.hour * 60 + wall.minute + next - from
  const isOther = target.resourceID !== null && target.resourceID !== source.resourceID
  return {
    booking,
    // The start stays where only the length changes.
    startsOnUtc: minutes === null ? instantAt(target.date, start, zone) : booking.startsOnUtc,
    ...(minutes !== null && { durationMinutes: minutes }),
    ...(isOther && target.resourceID && { resource: { id: target.resourceID, name: target.label } }),
  }
}
