import type { Location } from '@frontdesk/contract/api'
import { CALENDAR_BOOKINGS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { calendarOf } from '../../../entities/booking/queries.ts'
import { useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useStore } from '../../../lib/create-store.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PageLayout } from '../../../ui/layout/PageLayout.tsx'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { QueryState } from '../../../ui/state/QueryState.tsx'
import { Agenda } from './Agenda.tsx'
import classes from './Calendar.module.css'
import { CalendarBar } from './CalendarBar.tsx'
import { ColumnsView } from './ColumnsView.tsx'
import { type CalendarSearch, dayToBook, shownDates } from './calendar-search.ts'
import { columnsOfDay } from './columns-of-day.ts'
import { MonthView } from './MonthView.tsx'
import type { Calendar, Column } from './place-events.ts'
import { useOpenBlock } from './use-open-block.tsx'
import { useWallClock } from './use-wall-clock.ts'

interface Props {
  search: CalendarSearch
  onSearch: (search: CalendarSearch) => void
}

/** Visits of a day (by teammate or room), week or month, in the time zone of one location. */
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
  const { onOpenBlock, modal } = useOpenBlock(zone)
  const date = search.date ?? now.date
  const ofOne = search.view && resources.find(({ id }) => id === search.with)
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
      ...(ofOne && { resourceIDs: [ofOne.id] }),
    }),
  )
  const dayLabel = (day: string) =>
    i18n.date(new Date(`${day}T12:00:00Z`), { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const columnsOf = ({ bookings }: Calendar): Column[] =>
    search.view === 'week'
      ? dates.map((day) => ({ key: day, label: dayLabel(day), date: day, resourceID: ofOne?.id ?? null }))
      : columnsOfDay(resources, bookings, { date, location, kind: search.by ?? 'people' })
  const draw = (calendar: Calendar) => {
    if (search.view === 'month')
      return (
        <MonthView
          {...{ dates, date, calendar, zone, canAct, dayLabel, onOpenBlock }}
          today={now.date}
          onChoose={(day) => onSearch({ ...search, date: day })}
          onOpen={(day) => onSearch({ ...search, view: undefined, date: day })}
        />
      )
    if (isPhone) return <Agenda {...{ dates, dayLabel, calendar, zone, onOpenBlock }} />
    const columns = columnsOf(calendar)
    if (columns.length > 0) return <ColumnsView {...{ columns, calendar, location, now, canAct, onOpenBlock }} />
    return (
      <EmptyState
        title={t`No one can be booked here yet`}
        text={t`Teammates and rooms can be booked once they have hours at this location.`}
        action={
          <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/bookings/availability" />}>
            <Trans>Set hours</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <PageLayout
      isWide
      title={t`Calendar`}
      actions={
        canAct && (
          <Button
            className={classes.book}
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              openModal('book', { locationID: location.id, firstDay: dayToBook(dates, { date, today: now.date }) })
            }
          >
            <Trans>Book</Trans>
          </Button>
        )
      }
    >
      <CalendarBar search={search} onSearch={onSearch} date={date} today={now.date} location={location} />
      <QueryState query={query} rows={8}>
        {(calendar) => (
          <>
            {calendar.isTruncated && (
              <p className={classes.soft}>
                <Trans>
                  Only the first {i18n.number(CALENDAR_BOOKINGS_MAX)} visits are shown. Choose a week or a day to see
                  the others.
                </Trans>
              </p>
            )}
            {draw(calendar)}
          </>
        )}
      </QueryState>
      {modal}
    </PageLayout>
  )
}
