import { type Booking, contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { TZDATA_VERSION } from '../../platform/clock.ts'
import { addService, book, createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'

const { bookingHours, bookings, bookingTasks, locations } = contract

const instance = await sharedTestInstance()
const { owner: database } = instance.server.database
const day = dayAhead(7)

const present = async ({ owner }: Tenant, { id }: Booking): Promise<Booking> =>
  ok(await owner.call(bookings.get, { id })).data
const utc = (date: string, time: string, timeZone: string): string =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds).toISOString()
const tasksOf = async ({ owner }: Tenant) => ok(await owner.call(bookingTasks.getList, {})).data.tasks

/** Minutes before a visit at which its reminders are due. */
async function remindersOf({ tenantId }: Tenant, { id }: Booking): Promise<number[]> {
  const { rows } = await database.query<{ minutes: number }>(
    `select extract(epoch from b.starts_at - s.due_at)::int / 60 as minutes
     from scheduled_messages s join bookings b on b.tenant_id = s.tenant_id and b.id = s.booking_id
     where s.tenant_id = $1 and s.booking_id = $2 and s.state = 'waiting' order by s.due_at`,
    [tenantId, id],
  )
  return rows.map(({ minutes }) => minutes)
}

/** Shifts all visits and blocks back by an hour, as if they had been added under previous time zone rules. */
async function applyPreviousRules({ tenantId }: Tenant): Promise<void> {
  const earlier = (...columns: string[]) => columns.map((each) => `${each} = ${each} - interval '1 hour'`).join()
  await database.query(`update bookings set ${earlier('starts_at', 'ends_at')} where tenant_id = $1`, [tenantId])
  await database.query(`update booking_items set ${earlier('starts_at', 'ends_at')} where tenant_id = $1`, [tenantId])
  await database.query(
    `update booking_claims set ${earlier('starts_at', 'ends_at')},
       period = tstzrange(lower(period) - interval '1 hour', upper(period) - interval '1 hour') where tenant_id = $1`,
    [tenantId],
  )
  await database.query(
    `update booking_blocks set period = tstzrange(lower(period) - interval '1 hour', upper(period) - interval '1 hour')
     where tenant_id = $1`,
    [tenantId],
  )
}

async function updateTimeZoneData(): Promise<void> {
  await database.query("update directory.tzdata_version set version = '2020a'")
  await instance.runJob('check-tzdata')
  await instance.idle()
}

test('upcoming visits keep their local times when time zone rules change', async () => {
  const [tenant, other] = [await instance.createTenant(), await instance.createTenant()]
  const salon = await createSalon(tenant)
  const untouched = await book(other.owner, await createSalon(other), inNewYork(day, '10:00'), newPhone())
  // Back to back: each moves to where the next one was.
  const visits = []
  for (const time of ['10:00', '10:30', '11:00', '11:30'])
    visits.push(await book(tenant.owner, salon, inNewYork(day, time), newPhone()))
  const late = await book(tenant.owner, salon, inNewYork(day, '15:00'), newPhone())
  await instance.idle()
  const reminders = await remindersOf(tenant, late)
  expect(reminders.length).toBeGreaterThan(0)
  await applyPreviousRules(tenant)
  const inTheWay = await book(tenant.owner, salon, inNewYork(day, '15:00'), newPhone())
  await instance.idle()

  await updateTimeZoneData()
  for (const visit of visits) {
    const { version, ...moved } = await present(tenant, visit)
    expect(moved).toMatchObject({
      startsOnUtc: visit.startsOnUtc,
      endsOnUtc: visit.endsOnUtc,
      localStartsOn: visit.localStartsOn,
      items: [{ startsOnUtc: visit.startsOnUtc, endsOnUtc: visit.endsOnUtc }],
    })
    expect(version).toBe(visit.version + 1)
    expect(await remindersOf(tenant, visit)).toEqual(reminders)
  }
  const stays = await present(tenant, late)
  expect(stays).toMatchObject({ startsOnUtc: utc(day, '14:00', 'America/New_York'), localStartsOn: `${day}T15:00` })
  expect(await tasksOf(tenant)).toMatchObject([{ kind: 'wrong-time', reason: 'taken', booking: { id: late.id } }])
  // Freed times can be booked, taken ones cannot.
  ok(await tenant.owner.call(bookings.create, visitOf(salon, salon.haircut.id, inNewYork(day, '09:30'), newPhone())))
  for (const time of ['10:00', '11:30', '14:00'])
    expect(
      await tenant.owner.call(bookings.create, visitOf(salon, salon.haircut.id, inNewYork(day, time), newPhone())),
    ).toFail('SlotTaken')

  // A repeated run changes nothing; once the time is free, the visit is moved to it.
  await updateTimeZoneData()
  for (const visit of visits) expect((await present(tenant, visit)).version).toBe(visit.version + 1)
  expect(await tasksOf(tenant)).toHaveLength(1)
  ok(await tenant.owner.call(bookings.cancel, { id: inTheWay.id, version: inTheWay.version }))
  await updateTimeZoneData()
  expect((await present(tenant, late)).startsOnUtc).toBe(late.startsOnUtc)
  expect(await tasksOf(tenant)).toEqual([])
  expect((await present(other, untouched)).version).toBe(untouched.version)
  const { rows } = await database.query('select version from directory.tzdata_version')
  expect(rows).toEqual([{ version: TZDATA_VERSION }])
})

test('upcoming visits keep their local times when the time zone of their location is corrected', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const { id: second, version } = ok(await owner.call(locations.add, { name: 'Second', timeZone: 'America/New_York' }))
  const hours = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  ok(
    await owner.call(bookingHours.save, {
      ...{ resourceID: salon.owner, version: hours.version, exceptions: [] },
      hours: [salon.locationID, second].map((locationID) => ({ locationID, week: EVERY_DAY })),
    }),
  )
  const course = await addService(owner, { name: 'Course', durations: [120], seats: 4, resourceIDs: [salon.owner] })
  const at = { ...salon, locationID: second }
  const seats = []
  for (let seat = 0; seat < 3; seat++)
    seats.push(
      ok(await owner.call(bookings.create, visitOf(at, course.id, inNewYork(day, '10:00'), newPhone()))).data.booking,
    )
  const taken = await book(owner, at, inNewYork(day, '14:00'), newPhone())
  const elsewhere = await book(owner, salon, inNewYork(day, '15:00'), newPhone())
  await instance.idle()

  ok(await owner.call(locations.update, { id: second, version, timeZone: 'America/Chicago' }))
  await instance.idle()
  for (const seat of seats)
    expect(await present(tenant, seat)).toMatchObject({
      ...{ timeZone: 'America/Chicago', localStartsOn: `${day}T10:00` },
      startsOnUtc: utc(day, '10:00', 'America/Chicago'),
    })
  expect(await present(tenant, elsewhere)).toMatchObject({ version: elsewhere.version, timeZone: 'America/New_York' })
  expect(await present(tenant, taken)).toMatchObject({
    ...{ startsOnUtc: taken.startsOnUtc, timeZone: 'America/Chicago', localStartsOn: `${day}T14:00` },
  })
  expect(await tasksOf(tenant)).toMatchObject([{ kind: 'wrong-time', booking: { id: taken.id } }])
  // The last seat belongs to the same session.
  const last = visitOf(at, course.id, utc(day, '10:00', 'America/Chicago'), newPhone())
  ok(await owner.call(bookings.create, last))
  expect(await owner.call(bookings.create, { ...last, clientBookingId: crypto.randomUUID() })).toFail('SlotTaken')
  // Rescheduling uses the corrected time zone.
  const moved = await present(tenant, taken)
  const startsOnUtc = utc(day, '17:00', 'America/Chicago')
  ok(await owner.call(bookings.reschedule, { id: moved.id, version: moved.version, startsOnUtc }))
  expect(await present(tenant, taken)).toMatchObject({ localStartsOn: `${day}T17:00` })
})

test('once its task is done, a visit keeps the start that it has', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const late = await book(owner, salon, inNewYork(day, '15:00'), newPhone())
  await applyPreviousRules(tenant)
  const inTheWay = await book(owner, salon, inNewYork(day, '15:00'), newPhone())
  await updateTimeZoneData()
  const [task] = await tasksOf(tenant)
  ok(await owner.call(bookingTasks.done, { id: task?.id ?? '' }))
  const startsOnUtc = utc(day, '14:00', 'America/New_York')
  expect(await present(tenant, late)).toMatchObject({ startsOnUtc, localStartsOn: `${day}T14:00` })
  ok(await owner.call(bookings.cancel, { id: inTheWay.id, version: inTheWay.version }))
  await updateTimeZoneData()
  expect(await present(tenant, late)).toMatchObject({ startsOnUtc, localStartsOn: `${day}T14:00` })
  expect(await tasksOf(tenant)).toEqual([])
})

test('canceled visits that can be restored move too, and past visits do not', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const canceled = await book(owner, salon, inNewYork(day, '11:00'), newPhone())
  const { data } = ok(await owner.call(bookings.cancel, { id: canceled.id, version: canceled.version }))
  const past = await book(owner, salon, inNewYork(day, '12:00'), newPhone())
  await database.query(
    `update bookings set starts_at = now() - interval '5 hours', ends_at = now() - interval '4 hours',
       local_starts_at = to_char((now() - interval '5 hours') at time zone 'America/New_York', 'YYYY-MM-DD"T"HH24:MI')
     where tenant_id = $1 and id = $2`,
    [tenant.tenantId, past.id],
  )
  await applyPreviousRules(tenant)
  const before = await present(tenant, past)
  await updateTimeZoneData()
  expect(await present(tenant, canceled)).toMatchObject({ startsOnUtc: data.startsOnUtc, status: 'cancelled' })
  expect(await present(tenant, past)).toEqual(before)
})

const blocksOf = async ({ owner }: Tenant) => {
  const period = { startDateTimeUTC: inNewYork(day, '00:00'), endDateTimeUTC: inNewYork(dayAhead(9), '00:00') }
  return ok(await owner.call(bookings.getCalendar, period)).data.blocks
}

test('blocked time keeps its local times like visits', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  const second = ok(await owner.call(locations.add, { name: 'Second', timeZone: 'America/New_York' }))
  const hours = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  const week = [salon.locationID, second.id].map((locationID) => ({ locationID, week: EVERY_DAY }))
  ok(
    await owner.call(bookingHours.save, {
      ...{ resourceID: salon.owner, version: hours.version, hours: week, exceptions: [] },
    }),
  )
  const block = async (locationID: string, from: string, until: string) => {
    const [startsOnUtc, endsOnUtc] = [utc(day, from, 'America/New_York'), utc(day, until, 'America/New_York')]
    const request = { resourceID: salon.owner, locationID, startsOnUtc, endsOnUtc }
    return { ...ok(await owner.call(bookingHours.block, request)).data, startsOnUtc, endsOnUtc }
  }
  const here = await block(salon.locationID, '12:00', '13:00')
  const there = await block(second.id, '15:00', '17:00')
  const unknown = { resourceID: salon.owner, startsOnUtc: here.startsOnUtc, endsOnUtc: here.endsOnUtc }
  expect(await owner.call(bookingHours.block, { ...unknown, locationID: crypto.randomUUID() })).toFail(
    'LocationNotFound',
  )
  await applyPreviousRules(tenant)
  await updateTimeZoneData()
  expect(await blocksOf(tenant)).toEqual([here, there])

  ok(await owner.call(locations.update, { id: second.id, version: second.version, timeZone: 'America/Chicago' }))
  await instance.idle()
  const corrected = {
    ...there,
    startsOnUtc: utc(day, '15:00', 'America/Chicago'),
    endsOnUtc: utc(day, '17:00', 'America/Chicago'),
  }
  expect(await blocksOf(tenant)).toEqual([here, corrected])
  await updateTimeZoneData()
  expect(await blocksOf(tenant)).toEqual([here, corrected])
})

test('blocked time that has ended only by a wrong clock is kept until it ends by the right one', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const salon = await createSalon(tenant)
  // These zones have no clock changes.
  const second = ok(await owner.call(locations.add, { name: 'Second', timeZone: 'America/Puerto_Rico' }))
  const { version } = ok(await owner.call(bookingHours.get, { resourceID: salon.owner })).data
  const hours = [salon.locationID, second.id].map((locationID) => ({ locationID, week: EVERY_DAY }))
  ok(await owner.call(bookingHours.save, { resourceID: salon.owner, version, hours, exceptions: [] }))
  const minute = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const ago = (minutes: number) => new Date(minute.epochMilliseconds - minutes * 60_000).toISOString()
  for (const [from, until] of [[600, 500] as const, [120, 30] as const]) {
    const block = { startsOnUtc: ago(from), endsOnUtc: ago(until), locationID: second.id }
    ok(await owner.call(bookingHours.block, { resourceID: salon.owner, ...block }))
  }
  ok(await owner.call(locations.update, { id: second.id, version: second.version, timeZone: 'America/Panama' }))
  await instance.idle()
  const period = { startDateTimeUTC: ago(24 * 60), endDateTimeUTC: ago(-24 * 60) }
  const { blocks } = ok(await owner.call(bookings.getCalendar, period)).data
  expect(blocks.map(({ startsOnUtc }) => startsOnUtc)).toEqual([ago(600), ago(60)])
})
