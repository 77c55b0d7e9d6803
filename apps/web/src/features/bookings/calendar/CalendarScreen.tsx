import type { Booking, BookingResource, Location } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarOf } from '../../../entities/booking/queries.ts'
import { useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useStore } from '../../../lib/create-store.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PageLayout } from '../../../ui/layout/PageLayout.tsx'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { QueryState } from '../../../ui/state/QueryState.tsx'
import { Agenda } from './Agenda.tsx'
import classes from './Calendar.module.css'
import { CalendarBar } from './CalendarBar.tsx'
import { type CalendarSearch, shownDates } from './calendar-search.ts'
import { type Move, MoveBookingModal } from './MoveBookingModal.tsx'
import { type Column, instantAt, placeEvents } from './place-events.ts'
import { TimeGrid } from './TimeGrid.tsx'
import type { Drop } from './use-event-drag.ts'
import { useWallClock } from './use-wall-clock.ts'

interface Props {
  search: CalendarSearch
  onSearch: (search: CalendarSearch) => void
}

/** The visits of a day, by teammate or room, or of a week, by the clocks of one location. */
export function CalendarScreen({ search, onSearch }: Props) {
  const chosen = useStore(chosenLocation)
  const locations = useLocations()
  const location = locations.find(({ id }) => id === (search.location ?? chosen)) ?? locations[0]
  if (!location) return null
  return <CalendarOf location={location} search={search} onSearch={onSearch} />
}

function CalendarOf({ location, search, onSearch }: Props & { location: Location }) {
  const { t, i18n } = useLingui()
  const canAct = !useSession()?.viewingAs
  const isPhone = useIsPhone()
  const zone = location.timeZone
  const now = useWallClock(zone)
  const resources = useBookingResources()
  const [move, setMove] = useState<Move | null>(null)
  const date = search.date ?? now.date
  const dates = shownDates(date, search.view)
  const edge = (day: string | undefined, days: number) =>
    Temporal.PlainDate.from(day ?? date)
      .add({ days })
      .toZonedDateTime(zone)
      .toInstant()
      .toString()
  const query = useQuery(
    calendarOf({
      startDateTimeUTC: edge(dates[0], 0),
      endDateTimeUTC: edge(dates.at(-1), 1),
      locationIDs: [location.id],
    }),
  )
  const dayLabel = (day: string) =>
    i18n.date(new Date(`${day}T12:00:00Z`), { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const columnsOf = (bookings: readonly Booking[]): Column[] =>
    search.view === 'week'
      ? dates.map((day) => ({ key: day, label: dayLabel(day), date: day, resourceID: null }))
      : columnsOfDay(resources, bookings, { date, location, kind: search.by === 'rooms' ? 'room' : 'teammate' })
  const drop = ({ placed: { booking, from }, source, target, from: next, minutes }: Drop) => {
    if (!booking) return
    const wall = Temporal.PlainDateTime.from(booking.localStartsOn)
    const start = wall.hour * 60 + wall.minute + next - from
    const isOther = target.resourceID !== null && target.resourceID !== source.resourceID
    setMove({
      booking,
      // The start stays where only the length changes.
      startsOnUtc: minutes === null ? instantAt(target.date, start, zone) : booking.startsOnUtc,
      ...(minutes !== null && { durationMinutes: minutes }),
      ...(isOther && target.resourceID && { resource: { id: target.resourceID, name: target.label } }),
    })
  }
  return (
    <PageLayout
      isWide
      title={t`Calendar`}
      actions={
        canAct && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => openModal('book', { locationID: location.id })}>
            <Trans>Book</Trans>
          </Button>
        )
      }
    >
      <CalendarBar search={search} onSearch={onSearch} date={date} today={now.date} location={location} />
      <QueryState query={query} rows={8}>
        {(calendar) => {
          if (isPhone) return <Agenda dates={dates} dayLabel={dayLabel} bookings={calendar.bookings} zone={zone} />
          const columns = columnsOf(calendar.bookings)
          if (columns.length === 0)
            return (
              <p className={classes.soft}>
                <Trans>No one can be booked here yet. Add teammates and rooms under Availability.</Trans>
              </p>
            )
          return (
            <>
              <TimeGrid
                columns={columns}
                placed={placeEvents(columns, calendar, zone)}
                now={now}
                canAct={canAct}
                onDrop={drop}
                onFree={({ date: day, resourceID }, minutes) =>
                  openModal('book', {
                    locationID: location.id,
                    startsOnUtc: instantAt(day, minutes, zone),
                    ...(resourceID !== null && { resourceID }),
                  })
                }
              />
              <p className={classes.soft}>
                <Trans>
                  Drag a visit to move it, or its lower edge to change its length. With the keyboard: Shift and the
                  arrow keys move it, with Alt they change its length.
                </Trans>
              </p>
              {calendar.isTruncated && (
                <p className={classes.soft}>
                  <Trans>Only the first 5,000 visits are shown.</Trans>
                </p>
              )}
            </>
          )
        }}
      </QueryState>
      {move && <MoveBookingModal move={move} onClose={() => setMove(null)} />}
    </PageLayout>
  )
}

interface Day {
  date: string
  location: Location
  kind: 'teammate' | 'room'
}

/** Those who work at the location, and whoever has a visit there that day. */
function columnsOfDay(
  resources: readonly BookingResource[],
  bookings: readonly Booking[],
  { date, location, kind }: Day,
): Column[] {
  const taken = new Set(bookings.flatMap(({ items }) => items.flatMap((item) => item.resources.map(({ id }) => id))))
  return resources
    .filter(
      (resource) =>
        resource.kind === kind &&
        (taken.has(resource.id) || (!resource.isArchived && resource.locationIDs.includes(location.id))),
    )
    .map(({ id, name }) => ({ key: id, label: name, date, resourceID: id }))
}
