import { onOneLine } from '@frontdesk/contract/rules'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findPerson } from '../accounts/index.ts'
import { findResource } from '../booking-resources/index.ts'
import { listBookingsOfFeed } from '../bookings/index.ts'
import { findLocation, listLocations } from '../locations/index.ts'

const DAY_MS = 24 * 60 * 60_000
const PAST_DAYS = 30
const AHEAD_DAYS = 400
/** Refresh interval suggested to calendar apps, in seconds. */
const REFRESH_SECONDS = 15 * 60

/** The bookings of a feed as its teammate may see them now; null if it was revoked or they left. */
export async function renderFeed(tx: TenantTx, id: string): Promise<string | null> {
  const feed = await tx
    .selectFrom('calendarFeeds')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
  const viewer = feed && (await findPerson(tx, feed.userId))
  if (!feed || !viewer) return null
  const { resourceId, locationId } = feed
  const location = locationId === null ? undefined : await findLocation(tx, viewer, locationId)
  if (locationId !== null && !location) return null
  const resource = resourceId === null ? undefined : await findResource(tx, viewer, resourceId)
  const places = new Map((await listLocations(tx, viewer)).map((place) => [place.id, place.name]))
  const bookings = await listBookingsOfFeed(tx, viewer, {
    startDateTimeUTC: shift(tx.now(), -PAST_DAYS * DAY_MS),
    endDateTimeUTC: shift(tx.now(), AHEAD_DAYS * DAY_MS),
    ...(resourceId !== null && { resourceIDs: [resourceId] }),
    ...(locationId !== null && { locationIDs: [locationId] }),
  })
  const calendar = ical({
    // Not escaped by the library.
    name: onOneLine(resource?.name ?? location?.name ?? 'Bookings'),
    prodId: { company: 'Frontdesk', product: 'Bookings' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const { booking, version, updatedAt } of bookings) {
    const services = booking.items.map(({ serviceName }) => serviceName).join(' + ')
    const place = places.get(booking.locationID)
    calendar.createEvent({
      id: `${booking.id}@frontdesk`,
      // Calendar apps take an event with a higher number for the newer one.
      sequence: version - 1,
      start: booking.startsOnUtc,
      end: booking.endsOnUtc,
      // Hidden bookings do not reveal when they were added or changed.
      stamp: booking.isBusy ? booking.createdOnUtc : updatedAt,
      // Bookings that the teammate may not see are only shown as busy.
      summary: booking.isBusy ? 'Busy' : [services, booking.contact?.name].filter(Boolean).join(': '),
      status: booking.status === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      busystatus: ICalEventBusyStatus.BUSY,
      ...(!booking.isBusy && place !== undefined && { location: place }),
    })
  }
  return calendar.toString()
}
