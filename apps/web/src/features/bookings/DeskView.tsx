import type { Booking } from '@frontdesk/contract/api'
import { DESK_STATES, type DeskState, deskStateOf } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { DESK_TEXTS, resourcesText, STATUS_TEXTS, servicesText } from '../../entities/booking/booking-texts.ts'
import { visitsOf } from '../../entities/booking/queries.ts'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { listTimeZone, useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { clock } from '../../lib/time.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Bookings.module.css'
import { DeskActions } from './DeskActions.tsx'
import { DeskTasks } from './DeskTasks.tsx'
import { NoVisits } from './NoVisits.tsx'

const MINUTE_MS = 60_000

const isRunningOver = ({ status, endsOnUtc }: Booking, now: number) =>
  status === 'arrived' && Date.parse(endsOnUtc) < now

/** Open tasks, and the visits of today grouped by status. */
export function DeskView() {
  const locationId = useStore(chosenLocation)
  const zone = listTimeZone(useLocations(), locationId)
  const now = Temporal.Instant.fromEpochMilliseconds(useMinute())
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  const edge = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).toInstant().toString()
  const visits = useQuery({
    ...visitsOf({
      startDateTimeUTC: edge(today),
      endDateTimeUTC: edge(today.add({ days: 1 })),
      ...(locationId !== null && { locationIDs: [locationId] }),
    }),
    // A visit that runs over delays the next ones more each minute, which no event reports.
    refetchInterval: ({ state }) =>
      state.data?.bookings.some((booking) => isRunningOver(booking, now.epochMilliseconds)) && MINUTE_MS,
  })
  return (
    <>
      <DeskTasks locationId={locationId} />
      <Visits visits={visits} />
    </>
  )
}

type Group = DeskState | 'requested'

const GROUP_TEXTS: Record<Group, MessageDescriptor> = { ...DESK_TEXTS, requested: STATUS_TEXTS.requested }
/** Requests come first: their contacts wait for an answer. */
const GROUPS: readonly Group[] = ['requested', ...DESK_STATES]

/** The group of a visit; null for one that is not expected. Of a busy one only the time is known. */
function groupOf({ isBusy, status, onTheWayOnUtc, lateMinutes }: Booking): Group | null {
  if (isBusy) return 'expected'
  return status === 'requested' ? status : deskStateOf({ status, onTheWayOnUtc, lateMinutes })
}

interface Day {
  bookings: Booking[]
  delays: { bookingID: string; minutes: number }[]
}

function Visits({ visits }: { visits: UseQueryResult<Day> }) {
  const { t, i18n } = useLingui()
  return (
    <QueryState
      query={visits}
      rows={6}
      isEmpty={(day) => day.bookings.every((booking) => groupOf(booking) === null)}
      empty={<NoVisits title={t`No visits today`} text={t`Visits that are booked for today show up here.`} />}
    >
      {({ bookings, delays }) =>
        GROUPS.map((group) => {
          const inGroup = bookings.filter((booking) => groupOf(booking) === group)
          return (
            inGroup.length > 0 && (
              <section key={group} aria-label={i18n._(GROUP_TEXTS[group])}>
                <h2 className={classes.deskGroup}>
                  {i18n._(GROUP_TEXTS[group])} ({inGroup.length})
                </h2>
                <ul className={classes.visits}>
                  {inGroup.map((booking) => (
                    <Visit
                      key={booking.id}
                      booking={booking}
                      delayMinutes={delays.find(({ bookingID }) => bookingID === booking.id)?.minutes ?? 0}
                    />
                  ))}
                </ul>
              </section>
            )
          )
        })
      }
    </QueryState>
  )
}

function Visit({ booking, delayMinutes }: { booking: Booking; delayMinutes: number }) {
  const { t } = useLingui()
  const { startsOnUtc, timeZone, contact, isBusy, lateMinutes, status } = booking
  const grace = useQuery(bookingConfigsQuery).data?.noShowGraceMinutes ?? 0
  const now = useMinute()
  const isExpected = status === 'booked' || status === 'confirmed'
  const isDelayed = delayMinutes > (lateMinutes ?? 0)
  const expectedStart = clock(new Date(Date.parse(startsOnUtc) + delayMinutes * MINUTE_MS).toISOString(), timeZone)
  const due = Date.parse(startsOnUtc) + ((lateMinutes ?? 0) + grace) * MINUTE_MS
  const isOverdue = isExpected && !isBusy && now > due
  return (
    <li className={classes.visit}>
      <span className={classes.visitTime}>{clock(startsOnUtc, timeZone)}</span>
      <div className={classes.visitText}>
        {isBusy ? (
          <span className={classes.visitDetail}>
            <Trans>Busy</Trans>
          </span>
        ) : (
          <button type="button" className={classes.visitName} onClick={() => openModal('booking', { id: booking.id })}>
            {contact?.name ?? t`Unknown contact`}
          </button>
        )}
        <span className={classes.visitDetail}>
          {[servicesText(booking), resourcesText(booking)].filter(Boolean).join(' · ')}
        </span>
        {lateMinutes !== null && (
          <span className={classes.visitDetail}>
            <Trans>{lateMinutes} minutes late</Trans>
          </span>
        )}
        {isDelayed && (
          <span className={classes.visitDetail}>
            <Trans>
              Running about {delayMinutes} minutes late, expected start {expectedStart}
            </Trans>
          </span>
        )}
        {isOverdue && (
          <span className={`${classes.visitDetail} ${classes.overdue}`}>
            <Trans>Should be here by now</Trans>
          </span>
        )}
      </div>
      {!isBusy && <DeskActions booking={booking} isAtDesk isOverdue={isOverdue} />}
    </li>
  )
}
