import { type BookingService, contract, type Slot } from '@frontdesk/contract/api'
import { WEEKDAYS } from '@frontdesk/contract/rules'
import { ok } from './client.ts'
import type { Tenant, TestUser } from './test-instance.ts'

const { availability, bookingHours, bookingResources, bookings, bookingServices } = contract

/** The same hours every day, so that tests do not depend on the weekday. */
export const openEveryDay = (opens: string, closes: string) =>
  Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, [{ opens, closes }]])) as Record<
    (typeof WEEKDAYS)[number],
    { opens: string; closes: string }[]
  >

export const EVERY_DAY = openEveryDay('08:00', '20:00')

type Caller = Pick<TestUser, 'call'>

export interface Salon {
  locationID: string
  /** Resources by name: the owner and two rooms. */
  owner: string
  rooms: string[]
  haircut: BookingService
}

/** A business that can be booked: the owner and two rooms, every day from 8 to 20, and a haircut of half an hour. */
export async function createSalon(
  tenant: Pick<Tenant, 'locationIds'> & { owner: Caller & { auth: Pick<TestUser['auth'], 'userId'> } },
  service: Partial<BookingService> = {},
  { withRooms = false, week = EVERY_DAY }: { withRooms?: boolean; week?: typeof EVERY_DAY } = {},
): Promise<Salon> {
  const { owner } = tenant
  const [locationID = ''] = tenant.locationIds
  const teammate = ok(await owner.call(bookingResources.save, { kind: 'teammate', userID: owner.auth.userId })).data
  const rooms = await Promise.all(
    ['Blue', 'Green'].map(
      async (name) => ok(await owner.call(bookingResources.save, { kind: 'room', name, locationID })).data,
    ),
  )
  for (const { id, version } of [teammate, ...rooms])
    ok(
      await owner.call(bookingHours.save, {
        resourceID: id,
        version,
        hours: [{ locationID, week }],
        exceptions: [],
      }),
    )
  const roomIds = rooms.map(({ id }) => id)
  const haircut = await addService(owner, {
    name: 'Haircut',
    resourceIDs: [teammate.id, ...(withRooms ? roomIds : [])],
    ...service,
  })
  return { locationID, owner: teammate.id, rooms: roomIds, haircut }
}

/** Adds a service of half an hour. */
export const addService = async (
  person: Caller,
  service: Partial<BookingService> & { name: string },
): Promise<BookingService> =>
  ok(await person.call(bookingServices.save, { color: '#1c7ed6', durations: [30], noticeMinutes: 0, ...service })).data

/** Stays the same in a run that goes on past midnight. */
const STARTED_AT = Temporal.Now.instant()

/** A day ahead of today in New York, where the test locations are. */
export const dayAhead = (days: number, now = STARTED_AT): string =>
  now.toZonedDateTimeISO('America/New_York').toPlainDate().add({ days }).toString()

/** The next full hour twelve hours from now, whatever the time of day is. */
export const inTwelveHours = (): string =>
  new Date(
    Temporal.Now.zonedDateTimeISO('UTC').add({ hours: 12 }).round({ smallestUnit: 'hour', roundingMode: 'ceil' })
      .epochMilliseconds,
  ).toISOString()

/** The instant of a wall time in New York. */
export const inNewYork = (date: string, time: string): string =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('America/New_York').toInstant().toString()

/** Free times of one service on a day. */
export const slotsOn = async (
  person: TestUser,
  { locationID }: Salon,
  serviceID: string,
  from: string,
): Promise<Slot[]> =>
  ok(await person.call(availability.slots, { locationID, items: [{ serviceID }], from, days: 1 })).data.slots

/** A request to book a service for a contact. */
export const visitOf = ({ locationID }: Salon, serviceID: string, startsOnUtc: string, phone: string) => ({
  clientBookingId: crypto.randomUUID(),
  locationID,
  items: [{ serviceID }],
  startsOnUtc,
  contact: { name: 'Maya Chen', phone },
})

export const book = async (person: TestUser, salon: Salon, startsOnUtc: string, phone: string) =>
  ok(await person.call(bookings.create, visitOf(salon, salon.haircut.id, startsOnUtc, phone))).data.booking
