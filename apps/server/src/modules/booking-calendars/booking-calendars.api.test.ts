import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork, type Salon, slotsOn, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectGoogle, createGoogleAccount } from '../../testing/google-calendar.ts'
import { newPhone, sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'
import { channelToken } from './channel-token.ts'

const { availability, bookingCalendars, bookings, notifications } = contract

const instance = await sharedTestInstance()
const day = dayAhead(7)
const at = (time: string, date = day) => ({ dateTime: inNewYork(date, time) })
const hour = (time: string, until: string, date = day) => ({ start: at(time, date), end: at(until, date) })

async function setUp() {
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  return { tenant, salon, owner: tenant.owner, ...(await connectGoogle(instance, tenant.owner, salon.owner)) }
}

const startsOf = async (person: TestUser, salon: Salon, date = day) =>
  (await slotsOn(person, salon, salon.haircut.id, date)).map(({ startsOnUtc }) =>
    Temporal.Instant.from(startsOnUtc)
      .toZonedDateTimeISO('America/New_York')
      .toPlainTime()
      .toString({ smallestUnit: 'minute' }),
  )

test('an account is connected in the session that asked, and its events close times', async () => {
  const { tenant, salon, owner, account, connection, sync, read } = await setUp()
  expect(connection).toMatchObject({
    state: 'active',
    kind: 'google',
    name: account.email,
    calendars: [
      { isPrimary: true, isBlocking: true, isWritten: false, mayWrite: true, error: null },
      { name: 'Family', isBlocking: false, mayWrite: true },
      { name: 'Holidays', isBlocking: false, mayWrite: false },
    ],
  })
  const { url } = ok(await owner.call(bookingCalendars.start, { resourceID: salon.owner })).data
  const consent = await account.consent(url)
  const manager = await tenant.createUser('Manager')
  expect(await manager.call(bookingCalendars.connect, consent)).toFail('CalendarStateInvalid')
  expect(await owner.call(bookingCalendars.connect, { ...consent, state: 'nonsense' })).toFail('CalendarStateInvalid')
  const member = await tenant.createUser('TeamMember')
  expect(await member.call(bookingCalendars.start, { resourceID: salon.owner })).toFail('HoursNotYours')
  expect(await member.call(bookingCalendars.getList, { resourceID: salon.owner })).toFail('HoursNotYours')

  await account.add({ summary: 'Dentist', ...hour('10:00', '11:00') })
  await account.add({ summary: 'Maybe', ...hour('13:00', '14:00'), transparency: 'transparent' })
  await instance.idle()
  const starts = await startsOf(owner, salon)
  expect(starts).toContain('09:30')
  expect(starts).not.toContain('10:00')
  expect(starts).not.toContain('10:30')
  expect(starts).toEqual(expect.arrayContaining(['11:00', '13:00', '13:30']))
  const visit = { locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }] }
  const why = ok(await owner.call(availability.explain, { ...visit, startsOnUtc: inNewYork(day, '10:15') })).data
  expect(why).toMatchObject({ isFree: false, closedBy: [{ rule: 'calendar', resourceID: salon.owner, name: null }] })

  const request = visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), newPhone())
  expect(await owner.call(bookings.create, request)).toFail('SlotTaken')
  ok(await owner.call(bookings.create, { ...request, overrides: ['calendar'] }))
  expect(
    await owner.call(bookings.create, { ...request, clientBookingId: crypto.randomUUID(), overrides: ['calendar'] }),
  ).toFail('SlotTaken')
  // An event on top of a booking is shown.
  expect((await read()).conflicts).toMatchObject([
    { kind: 'overlap', startsOnUtc: new Date(inNewYork(day, '10:00')).toISOString() },
  ])
  await sync()
  expect(instance.errors).toEqual([])
})

test('changes follow by notifications, also doubled and shuffled ones, and after lost sync tokens', async () => {
  const { tenant, salon, owner, account, calendar, sync, read } = await setUp()
  const { id } = await account.add(hour('09:00', '10:00'))
  await instance.idle()
  expect(await startsOf(owner, salon)).not.toContain('09:00')
  await account.change(id, hour('15:00', '16:00'))
  await instance.idle()
  const moved = await startsOf(owner, salon)
  expect(moved).toContain('09:00')
  expect(moved).not.toContain('15:30')

  const { rows } = await instance.server.database.owner.query<{ channel_id: string }>(
    'select channel_id from calendars where tenant_id = $1 and id = $2',
    [tenant.tenantId, calendar.id],
  )
  expect(rows[0]?.channel_id).toEqual(expect.any(String))
  const push = (token: string, number: number) =>
    fetch(`${instance.url}/webhooks/google/calendar/${calendar.id}`, {
      method: 'POST',
      headers: {
        'x-goog-channel-token': token,
        'x-goog-message-number': String(number),
        'x-goog-resource-state': 'exists',
      },
    })
  expect((await push('a guess', 1)).status).toBe(403)
  const token = channelToken(instance.server.services, calendar.id)
  await Promise.all([5, 3, 4, 4, 3].map((number) => push(token, number)))
  await instance.idle()
  expect(await startsOf(owner, salon)).toEqual(moved)

  await account.remove(id)
  await instance.idle()
  expect(await startsOf(owner, salon)).toContain('15:30')
  // The token of the last sync is lost: everything is read again.
  await instance.addFault({ kind: 'fail-calendar', code: 410, times: 1 })
  await account.add(hour('12:00', '13:00'))
  await instance.idle()
  expect(await startsOf(owner, salon)).not.toContain('12:00')
  await instance.addFault({ kind: 'fail-calendar', code: 429, times: 1 })
  await sync()
  // An access token that was ended, and the one that is requested next: the access itself is not lost.
  await instance.addFault({ kind: 'fail-calendar', code: 401, times: 2 })
  await sync()
  expect((await read()).connections).toMatchObject([{ state: 'active' }])
  instance.errors.length = 0
  await account.expireAccessTokens()
  await account.add(hour('17:00', '18:00'))
  await sync()
  expect(await startsOf(owner, salon)).not.toContain('17:00')
})

test('access that was taken back is shown, its person is notified, and contacts are not offered the teammate', async () => {
  const { salon, owner, account, connection, sync, read } = await setUp()
  await account.revoke()
  await sync()
  expect((await read()).connections).toMatchObject([{ state: 'broken' }])
  const { notifications: list } = ok(await owner.call(notifications.getList, {})).data
  expect(list).toMatchObject([{ kind: 'calendar-broken', title: account.email }])
  const search = { locationID: salon.locationID, items: [{ serviceID: salon.haircut.id }], from: day, days: 1 }
  expect(ok(await owner.call(availability.slots, search)).data.slots.length).toBeGreaterThan(0)
  expect(ok(await owner.call(availability.slots, { ...search, isOnline: true })).data.slots).toEqual([])
  const { url } = ok(
    await owner.call(bookingCalendars.start, { resourceID: salon.owner, connectionID: connection.id }),
  ).data
  ok(await owner.call(bookingCalendars.connect, await account.consent(url)))
  await instance.idle()
  expect((await read()).connections).toMatchObject([{ id: connection.id, state: 'active' }])
  expect(ok(await owner.call(availability.slots, { ...search, isOnline: true })).data.slots.length).toBeGreaterThan(0)
  ok(await owner.call(bookingCalendars.disconnect, { id: connection.id }))
  await instance.idle()
  expect((await read()).connections).toEqual([])
  // A consent that is refused later is a broken connection.
  const other = createGoogleAccount(instance)
  const again = ok(await owner.call(bookingCalendars.start, { resourceID: salon.owner })).data
  const { state } = await other.consent(again.url)
  ok(await owner.call(bookingCalendars.connect, { code: 'not a code', state }))
  await instance.idle()
  expect((await read()).connections).toMatchObject([{ state: 'broken', calendars: [] }])
})

test('whole days, recurring events over a clock change, and 5,000 instances', async () => {
  const { tenant, salon, owner, account, connection } = await setUp()
  const next = dayAhead(8)
  await account.add({ start: { date: day }, end: { date: next } })
  // Every day at nine by the clocks of New York, for two years.
  await account.add({
    start: { ...at('09:00', dayAhead(1)), timeZone: 'America/New_York' },
    end: { ...at('09:30', dayAhead(1)), timeZone: 'America/New_York' },
    recurrence: ['RRULE:FREQ=DAILY'],
  })
  for (const minute of ['00', '10', '20', '30', '40', '50'])
    await account.add({
      start: { ...at(`21:${minute}`, dayAhead(1)), timeZone: 'America/New_York' },
      end: { ...at(`21:${minute}`.replace(/.$/, '5'), dayAhead(1)), timeZone: 'America/New_York' },
      recurrence: ['RRULE:FREQ=DAILY'],
    })
  await instance.idle()
  const { rows } = await instance.server.database.owner.query<{ count: string }>(
    'select count(*) from calendar_busy where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(Number(rows[0]?.count)).toBeGreaterThan(5000)
  expect(await startsOf(owner, salon)).toEqual([])
  for (const date of [next, dayAhead(60), dayAhead(150), dayAhead(240)]) {
    const starts = await startsOf(owner, salon, date)
    if (starts.length === 0) continue
    expect(starts).not.toContain('09:00')
    expect(starts).toContain('09:30')
  }
  ok(await owner.call(bookingCalendars.disconnect, { id: connection.id }))
  await instance.idle()
  expect(await startsOf(owner, salon)).toContain('09:00')
})

test('bookings are written, moved and deleted there; our own echo changes nothing', async () => {
  const { salon, owner, account, connection, choose, sync } = await setUp()
  const first = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  await choose({ isWritten: true })
  const [event] = await account.events()
  expect(event).toMatchObject({ id: `fd${first.id.replaceAll('-', '')}`, summary: 'Haircut: Maya Chen' })
  expect(Date.parse(event?.start.dateTime ?? '')).toBe(Date.parse(first.startsOnUtc))
  const second = await book(owner, salon, inNewYork(day, '11:00'), newPhone())
  await instance.idle()
  expect(await account.events()).toHaveLength(2)
  const { data: moved } = ok(
    await owner.call(bookings.reschedule, { id: second.id, version: 1, startsOnUtc: inNewYork(day, '14:00') }),
  )
  await instance.idle()
  const eventOf = async (id: string) =>
    (await account.events()).find((each) => each.id === `fd${id.replaceAll('-', '')}`)
  expect(Date.parse((await eventOf(second.id))?.start.dateTime ?? '')).toBe(Date.parse(moved.startsOnUtc))
  ok(await owner.call(bookings.cancel, { id: second.id, version: moved.version }))
  await instance.idle()
  expect(await account.events()).toHaveLength(1)
  // Another calendar gets them instead.
  const family = connection.calendars.find(({ name }) => name === 'Family')
  ok(await owner.call(bookingCalendars.choose, { id: family?.id ?? '', isBlocking: true, isWritten: true }))
  await instance.idle()
  expect(await account.events()).toEqual([])
  await choose({ isWritten: true })
  await sync()
  expect(await account.events()).toMatchObject([{ summary: 'Haircut: Maya Chen' }])
  const present = ok(await owner.call(bookings.get, { id: first.id })).data
  expect(present).toMatchObject({ version: 1, status: 'booked' })
  expect(instance.errors).toEqual([])
})

test('moved there to a free time it moves; else it is put back; deleted there it is cancelled', async () => {
  const { salon, owner, account, choose, read } = await setUp()
  await choose({ isWritten: true })
  const first = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const second = await book(owner, salon, inNewYork(day, '12:00'), newPhone())
  await instance.idle()
  const eventId = (id: string) => `fd${id.replaceAll('-', '')}`
  await account.change(eventId(first.id), hour('15:00', '15:30'))
  await instance.idle()
  const moved = ok(await owner.call(bookings.get, { id: first.id })).data
  expect(moved).toMatchObject({ localStartsOn: `${day}T15:00`, version: 2 })
  // On top of the other one: back to where it was.
  await account.change(eventId(first.id), hour('12:15', '12:45'))
  await instance.idle()
  expect(ok(await owner.call(bookings.get, { id: first.id })).data).toMatchObject({
    localStartsOn: `${day}T15:00`,
    version: 2,
  })
  const back = (await account.events()).find(({ id }) => id === eventId(first.id))
  expect(Date.parse(back?.start.dateTime ?? '')).toBe(Date.parse(inNewYork(day, '15:00')))
  expect((await read()).conflicts).toMatchObject([{ kind: 'put-back', bookingID: first.id }])
  // Something else changed there: the next write has another ETag and reads the event first.
  await account.change(eventId(second.id), { colorId: '5' })
  ok(await owner.call(bookings.reschedule, { id: second.id, version: 1, startsOnUtc: inNewYork(day, '13:00') }))
  await instance.idle()
  const written = (await account.events()).find(({ id }) => id === eventId(second.id))
  expect(Date.parse(written?.start.dateTime ?? '')).toBe(Date.parse(inNewYork(day, '13:00')))
  await account.remove(eventId(second.id))
  await instance.idle()
  expect(ok(await owner.call(bookings.get, { id: second.id })).data).toMatchObject({
    status: 'cancelled',
    endReason: 'Deleted in the calendar',
  })
  // Moved to a calendar that we do not write into.
  await account.moveAway(eventId(first.id))
  await instance.idle()
  expect(ok(await owner.call(bookings.get, { id: first.id })).data).toMatchObject({ status: 'cancelled' })
  // Restored here, it is in the calendar again.
  const cancelled = ok(await owner.call(bookings.get, { id: second.id })).data
  ok(await owner.call(bookings.updateStatus, { id: second.id, status: 'booked', version: cancelled.version }))
  await instance.idle()
  expect((await account.events()).map(({ id }) => id)).toContain(eventId(second.id))
  expect(instance.errors).toEqual([])
})

test('changes that are read together: each does what it would alone, after all new events', async () => {
  const { tenant, salon, owner, account, choose, sync, read } = await setUp()
  await choose({ isWritten: true })
  const times = ['10:00', '11:00', '12:00', '13:00']
  const visits = []
  for (const time of times) visits.push(await book(owner, salon, inNewYork(day, time), newPhone()))
  await instance.idle()
  const [moved, recolored, deleted, blocked] = visits.map(({ id }) => id)
  const eventId = (id = '') => `fd${id.replaceAll('-', '')}`
  const setState = (state: string) =>
    instance.server.database.owner.query('update calendar_connections set state = $2 where tenant_id = $1', [
      tenant.tenantId,
      state,
    ])
  await setState('broken')
  await account.change(eventId(moved), hour('15:00', '15:30'))
  await account.change(eventId(recolored), { colorId: '5' })
  await account.remove(eventId(deleted))
  await account.change(eventId(blocked), hour('17:00', '17:30'))
  await account.add({ summary: 'Dentist', ...hour('17:00', '18:00') })
  await instance.idle()
  await setState('active')
  await sync()
  const present = async (id = '') => ok(await owner.call(bookings.get, { id })).data
  expect(await present(moved)).toMatchObject({ localStartsOn: `${day}T15:00`, version: 2 })
  expect(await present(recolored)).toMatchObject({ localStartsOn: `${day}T11:00`, version: 1 })
  expect(await present(deleted)).toMatchObject({ status: 'cancelled' })
  expect(await present(blocked)).toMatchObject({ localStartsOn: `${day}T13:00`, version: 1 })
  expect((await read()).conflicts).toMatchObject([{ kind: 'put-back', bookingID: blocked }])
  expect(instance.errors).toEqual([])
})
