import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { AUTOMATED_TEXTS_PER_DAY_MAX, DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { addService, createSalon } from '../bookings.ts'
import { ok } from '../client.ts'
import { createGoogleAccount } from '../google-calendar.ts'
import { createOwner, type Owner } from './owner.ts'
import type { SystemUnderTest } from './system.ts'

const { bookingCalendars, bookingConfigs, locations, phoneNumbers, sending } = contract

const CONNECTED_WITHIN_MS = 30_000

export interface ChaosCalendar {
  resourceId: string
  connectionId: string
  account: ReturnType<typeof createGoogleAccount>
}

/** A business that takes bookings by its team, on its page and by text. */
export interface BookingBusiness extends Owner {
  number: string
  slug: string
  locationID: string
  /** The services of the visits that can be booked. */
  visits: readonly { serviceID: string }[][]
  calendars: readonly ChaosCalendar[]
}

/** Signs up a business with a teammate and two rooms; the calendars of the teammate and of one room are Google's. */
export async function createBookingBusiness(system: SystemUnderTest): Promise<BookingBusiness> {
  const owner = await createOwner(system)
  const { call } = owner
  const [location] = ok(await call(locations.getLocations, undefined)).locations
  const locationID = location?.id ?? ''
  const { data: purchased } = ok(
    await call(phoneNumbers.create, { areaCode: '212', locationID, requestId: crypto.randomUUID() }),
  )
  ok(await call(sending.saveSettings, { automatedTextsPerDay: AUTOMATED_TEXTS_PER_DAY_MAX }))
  const person = { call, auth: { userId: owner.userId } }
  const salon = await createSalon({ owner: person, locationIds: [locationID] }, {}, { withRooms: true })
  const massage = await addService(person, { name: 'Massage', durations: [45], resourceIDs: salon.rooms })
  const slug = `chaos-${crypto.randomUUID().slice(0, 13)}`
  const { version } = ok(await call(bookingConfigs.get, undefined)).data
  const page = { ...DEFAULT_BOOKING_CONFIGS.page, isOnline: true, slug }
  ok(await call(bookingConfigs.save, { version, page }))
  const [blue = ''] = salon.rooms
  const haircut = { serviceID: salon.haircut.id }
  return {
    ...owner,
    number: purchased.phoneNumber,
    slug,
    locationID,
    visits: [[haircut], [haircut], [{ serviceID: massage.id }], [haircut, { serviceID: massage.id }]],
    calendars: [await connect(system, owner, salon.owner), await connect(system, owner, blue)],
  }
}

/** Connects a Google account, into whose calendar the bookings of a resource are written. */
async function connect({ carrier }: SystemUnderTest, { call }: Owner, resourceID: string): Promise<ChaosCalendar> {
  const account = createGoogleAccount({ url: carrier.origin })
  const { url } = ok(await call(bookingCalendars.start, { resourceID })).data
  const { id: connectionId } = ok(await call(bookingCalendars.connect, await account.consent(url))).data
  const startedAt = performance.now()
  for (;;) {
    const { connections } = ok(await call(bookingCalendars.getList, { resourceID })).data
    const calendar = connections.flatMap(({ calendars }) => calendars).find(({ isPrimary }) => isPrimary)
    if (calendar) {
      ok(await call(bookingCalendars.choose, { id: calendar.id, isBlocking: true, isWritten: true }))
      return { resourceId: resourceID, connectionId, account }
    }
    if (performance.now() - startedAt > CONNECTED_WITHIN_MS) throw new Error('The calendar was not connected in time.')
    await pause(100)
  }
}
