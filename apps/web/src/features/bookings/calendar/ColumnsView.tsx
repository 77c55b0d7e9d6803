import type { BookingBlock, BookingResource, Location } from '@frontdesk/contract/api'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openTimesQuery, useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { useMayManageResources } from '../../../entities/booking-resource/use-may-edit.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import classes from './Calendar.module.css'
import { closedHours } from './closed-hours.ts'
import { moveOf } from './event-move.ts'
import { type Move, MoveBookingModal } from './MoveBookingModal.tsx'
import { type Calendar, type Column, instantAt, placeEvents } from './place-events.ts'
import { TimeGrid } from './TimeGrid.tsx'
import { wallTime } from './time-text.ts'
import type { TimeSelection } from './use-time-selection.ts'

interface Props {
  columns: readonly Column[]
  calendar: Calendar
  location: Location
  now: { date: string; minutes: number }
  canAct: boolean
  onOpenBlock: (block: BookingBlock) => (() => void) | undefined
}

/** A day or a week by the hour, in which visits can be added and moved. */
export function ColumnsView({ columns, calendar, location, now, canAct, onOpenBlock }: Props) {
  const zone = location.timeZone
  const [move, setMove] = useState<Move | null>(null)
  const resources = useBookingResources()
  const days = new Set(columns.map(({ date }) => date))
  const from = columns[0]?.date ?? now.date
  const { data: openTimes } = useQuery(openTimesQuery({ locationID: location.id, from, days: days.size }))
  const mayManage = useMayManageResources()
  const mayEdit = ({ isOwn }: BookingResource) => canAct && (isOwn || mayManage)
  /** The resource whose time is blocked in a column; in the column of a day, the viewer’s own. */
  const blockable = ({ resourceID }: Column) =>
    resources.find(
      (each) =>
        (resourceID === null ? each.isOwn : each.id === resourceID) &&
        mayEdit(each) &&
        !each.isArchived &&
        each.locationIDs.includes(location.id),
    )
  const blockTime = ({ column, from, until }: TimeSelection) => {
    const resource = blockable(column)
    const time = { date: column.date, from: wallTime(from), until: wallTime(until) }
    if (resource) openModal('block-time', { resource, locationID: location.id, time })
  }
  return (
    <>
      <TimeGrid
        columns={columns}
        placed={placeEvents(columns, calendar, zone)}
        timeOff={calendar.timeOff}
        resources={resources}
        closed={openTimes && closedHours(columns, { openTimes, resources, zone })}
        now={now}
        canAct={canAct}
        onDrop={(drop) => setMove(moveOf(drop, zone))}
        canBlock={(column) => blockable(column) !== undefined}
        onBlock={blockTime}
        onOpenBlock={onOpenBlock}
        onBook={({ date, resourceID }, start, length) =>
          openModal('book', {
            locationID: location.id,
            startsOnUtc: instantAt(date, start, zone),
            ...(resourceID !== null && { resourceID }),
            ...(length !== undefined && { durationMinutes: length }),
          })
        }
      />
      {canAct && (
        <p className={classes.soft}>
          <Trans>
            Drag a visit to move it, its lower edge to change its length, or over free time to add something; on a touch
            screen, hold a visit first, or tap free time. With the keyboard: Shift and the arrow keys move a visit until
            you release Shift, with Alt they change its length; on free time the arrow keys choose a time, and Enter
            adds something.
          </Trans>
        </p>
      )}
      {move && <MoveBookingModal move={move} onClose={() => setMove(null)} />}
    </>
  )
}
