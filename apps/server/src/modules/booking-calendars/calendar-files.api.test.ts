import { contract } from '@frontdesk/contract/api'
import { afterAll, expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork, slotsOn } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, startTestInstance } from '../../testing/test-instance.ts'
import type { FetchCalendarFile } from './google-calendars.ts'

const { bookingCalendars, bookings } = contract

let file: Awaited<ReturnType<FetchCalendarFile>> = { error: 'unavailable' }
const requestedVersions: Parameters<FetchCalendarFile>[1][] = []
const instance = await startTestInstance({
  fetchCalendarFile: async (_, version) => {
    requestedVersions.push(version)
    return file
  },
})
afterAll(() => instance.close())

const day = dayAhead(7)
const compact = (time: string) => inNewYork(day, time).replaceAll(/[-:]/g, '')

test('an address closes times while it can be read, and after', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const times = ['BEGIN:VEVENT', 'UID:1', `DTSTART:${compact('10:00')}`, `DTEND:${compact('11:00')}`, 'END:VEVENT']
  file = { text: ['BEGIN:VCALENDAR', 'VERSION:2.0', ...times, 'END:VCALENDAR'].join('\r\n'), version: { etag: '"1"' } }
  const address = { resourceID: salon.owner, name: 'Clinic', calendarUrl: 'webcal://example.com/secret.ics' }
  const { id } = ok(await owner.call(bookingCalendars.addAddress, address)).data
  for (const calendarUrl of ['ftp://example.com/a.ics', 'no address', 'https://me:secret@example.com/a.ics'])
    expect(await owner.call(bookingCalendars.addAddress, { ...address, calendarUrl })).toFail('CalendarAddressInvalid')
  await instance.idle()
  const isOffered = async (time: string) =>
    (await slotsOn(owner, salon, salon.haircut.id, day)).some(
      ({ startsOnUtc }) => Date.parse(startsOnUtc) === Date.parse(inNewYork(day, time)),
    )
  expect(await isOffered('10:30')).toBe(false)
  expect(await isOffered('11:00')).toBe(true)
  const stored = await instance.server.database.owner.query('select secret from calendar_connections')
  expect(JSON.stringify(stored.rows)).not.toContain('secret.ics')

  file = { isUnchanged: true }
  const [unread] = ok(await owner.call(bookingCalendars.getList, { resourceID: salon.owner })).data.connections
  ok(await owner.call(bookingCalendars.sync, { id }))
  await instance.idle()
  expect(requestedVersions.slice(-2)).toEqual([null, { etag: '"1"' }])
  const [read] = ok(await owner.call(bookingCalendars.getList, { resourceID: salon.owner })).data.connections
  expect(read?.calendars[0]?.syncedOnUtc).not.toBe(unread?.calendars[0]?.syncedOnUtc)
  expect(await isOffered('10:30')).toBe(false)

  file = { error: 'too-large' }
  ok(await owner.call(bookingCalendars.sync, { id }))
  await instance.idle()
  const [connection] = ok(await owner.call(bookingCalendars.getList, { resourceID: salon.owner })).data.connections
  expect(connection?.calendars).toMatchObject([{ error: 'too-large', isBlocking: true }])
  expect(await isOffered('10:30')).toBe(false)
  expect(
    await owner.call(bookingCalendars.choose, {
      id: connection?.calendars[0]?.id ?? '',
      isBlocking: true,
      isWritten: true,
    }),
  ).toFail('CalendarReadOnly')
  ok(await owner.call(bookingCalendars.disconnect, { id }))
  await instance.idle()
  expect(await isOffered('10:30')).toBe(true)
})

test('a feed has what its teammate may see, with a rising sequence, until it is revoked', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const booking = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const member = await tenant.createUser('TeamMember')
  const ownFeed = ok(await owner.call(bookingCalendars.addFeed, { resourceID: salon.owner })).data
  const masked = ok(await member.call(bookingCalendars.addFeed, { locationID: salon.locationID })).data
  expect(await owner.call(bookingCalendars.addFeed, {})).toFail('InvalidInput')
  // Each person sees only the addresses they made.
  expect(ok(await member.call(bookingCalendars.getFeeds, undefined)).data.feeds).toEqual([masked])
  expect(ok(await owner.call(bookingCalendars.getFeeds, undefined)).data.feeds).toEqual([ownFeed])
  const read = async (url: string) => {
    const response = await fetch(new URL(new URL(url).pathname, instance.url))
    return response.ok ? (await response.text()).replaceAll('\r\n ', '') : response.status
  }
  expect(await read(ownFeed.url)).toMatch(
    new RegExp(`UID:${booking.id}@frontdesk[\\s\\S]*SEQUENCE:0[\\s\\S]*SUMMARY:Haircut: Maya Chen`),
  )
  expect(await read(masked.url)).toContain(`UID:${booking.id}@frontdesk`)
  // Without access to the contact, the calendar shows only that the time is taken.
  const isHidden = !JSON.stringify(ok(await member.call(bookings.get, { id: booking.id })).data).includes('Maya')
  expect(String(await read(masked.url)).includes('SUMMARY:Busy')).toBe(isHidden)
  expect(String(await read(masked.url)).includes('Maya')).toBe(!isHidden)
  ok(await owner.call(bookings.reschedule, { id: booking.id, version: 1, startsOnUtc: inNewYork(day, '12:00') }))
  const moved = String(await read(ownFeed.url))
  expect(moved).toMatch(/SEQUENCE:1/)
  expect(moved.match(/BEGIN:VEVENT/g)).toHaveLength(1)

  const room = { kind: 'room', name: 'Blue\r\nX-INJECTED:1', locationID: salon.locationID } as const
  const { id: roomID } = ok(await owner.call(contract.bookingResources.save, room)).data
  const ofRoom = ok(await owner.call(bookingCalendars.addFeed, { resourceID: roomID })).data
  expect(await read(ofRoom.url)).toContain('X-WR-CALNAME:Blue X-INJECTED:1\r\n')
  ok(await owner.call(bookingCalendars.revokeFeed, { id: ofRoom.id }))

  expect(await member.call(bookingCalendars.revokeFeed, { id: ownFeed.id })).toFail('CalendarNotFound')
  ok(await owner.call(bookingCalendars.revokeFeed, { id: ownFeed.id }))
  expect(await read(ownFeed.url)).toBe(404)
  expect(await read(ownFeed.url.replace(/[^/]+\.ics$/, 'guess.ics'))).toBe(404)
  ok(await owner.call(contract.team.removeUser, { userID: member.auth.userId }))
  expect(await read(masked.url)).toBe(404)
  await instance.idle()
  const left = await instance.server.database.owner.query('select from calendar_feeds where tenant_id = $1', [
    tenant.tenantId,
  ])
  expect(left.rowCount).toBe(0)
})

test('the addresses of a teammate’s feeds are hidden from an owner who views as them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const salon = await createSalon(tenant)
  ok(await owner.call(bookingCalendars.addFeed, { locationID: salon.locationID }))
  const local = await tenant.createUser('Owner', { locationIds: tenant.locationIds.slice(1) })
  ok(await local.call(contract.team.startViewAs, { userID: owner.auth.userId }))
  expect(ok(await local.call(bookingCalendars.getFeeds, undefined)).data.feeds).toEqual([])
  ok(await local.call(contract.team.endViewAs, undefined))
  const [, elsewhere = ''] = tenant.locationIds
  const feed = ok(await local.call(bookingCalendars.addFeed, { locationID: elsewhere })).data
  ok(await local.call(contract.team.startViewAs, { roleName: 'Manager' }))
  expect(ok(await local.call(bookingCalendars.getFeeds, undefined)).data.feeds).toEqual([feed])
})

test('a feed hides the name of a room at a location that its teammate lost', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const [roomID = ''] = salon.rooms
  const manager = await tenant.createUser('Manager', { locationIds: [salon.locationID] })
  const { url } = ok(await manager.call(bookingCalendars.addFeed, { resourceID: roomID })).data
  const read = async () => (await fetch(new URL(new URL(url).pathname, instance.url))).text()
  expect(await read()).toContain('X-WR-CALNAME:Blue')
  const [, elsewhere = ''] = tenant.locationIds
  ok(await owner.call(contract.team.setLocations, { userID: manager.auth.userId, locations: [elsewhere] }))
  expect(await read()).toContain('X-WR-CALNAME:Bookings')
})
