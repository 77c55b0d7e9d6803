import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { book, createSalon, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectGoogle } from '../../testing/google-calendar.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'
import type { CalendarAccount } from './google-calendars.ts'
import { syncCalendar } from './sync-calendar.job.ts'
import { writeCalendarEvents } from './write-calendar-events.job.ts'

const { bookingCalendars, bookings } = contract

const instance = await sharedTestInstance()
const { services, database } = instance.server
const day = dayAhead(7)
const ATTEMPT = { jobId: 'test', isLast: false }

/** A booking at ten in a calendar that sends us no notifications. Its jobs run only when a test starts them. */
async function setUp() {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const salon = await createSalon(tenant)
  const { account, connection, calendar, choose } = await connectGoogle(instance, owner, salon.owner)
  await choose({ isWritten: true })
  const { id } = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  await instance.idle()
  await database.owner.query('delete from directory.calendars where calendar_id = $1', [calendar.id])
  const setState = (state: string) =>
    database.owner.query('update calendar_connections set state = $2 where tenant_id = $1', [tenantId, state])
  const present = async () => ok(await owner.call(bookings.get, { id })).data
  /** Runs jobs with an account that does more than Google’s. */
  const withAccount = (change: (account: CalendarAccount) => Partial<CalendarAccount>) => {
    const open: typeof services.googleCalendars.open = (tokens) => {
      const real = services.googleCalendars.open(tokens)
      return { ...real, ...change(real) }
    }
    const deps = { ...services, googleCalendars: { ...services.googleCalendars, open } }
    return {
      sync: () => syncCalendar.run(deps, { tenantId, calendarId: calendar.id }, ATTEMPT),
      write: (bookingId = id) => writeCalendarEvents.run(deps, { tenantId, bookingId }, ATTEMPT),
    }
  }
  /** Changes the booking without a job that writes it. */
  const withoutWrite = async (work: () => Promise<unknown>) => {
    await setState('broken')
    await work()
    await instance.idle()
    await setState('active')
  }
  const move = async (time: string) =>
    ok(
      await owner.call(bookings.reschedule, {
        id,
        version: (await present()).version,
        startsOnUtc: inNewYork(day, time),
      }),
    )
  return {
    owner,
    salon,
    account,
    connection,
    id,
    present,
    withAccount,
    withoutWrite,
    move,
    jobs: withAccount(() => ({})),
  }
}

const startsInGoogle = async ({ events }: Awaited<ReturnType<typeof setUp>>['account']) =>
  (await events()).map(({ start }) => Date.parse(start.dateTime ?? ''))

test('a visit that was moved back stays, although the job that had written its other time was killed', async () => {
  const { account, present, withAccount, withoutWrite, move, jobs } = await setUp()
  await withoutWrite(() => move('14:00'))
  const { write } = withAccount(({ updateEvent }) => ({
    updateEvent: async (...event) => {
      await withoutWrite(() => move('10:00'))
      await updateEvent(...event)
      throw new Error('killed')
    },
  }))
  await expect(write()).rejects.toThrow('killed')
  await jobs.sync()
  expect(await present()).toMatchObject({ localStartsOn: `${day}T10:00`, version: 3 })
  await jobs.write()
  expect(await startsInGoogle(account)).toEqual([Date.parse(inNewYork(day, '10:00'))])
})

test('a visit that was restored stays, although the job that had deleted its event was killed', async () => {
  const { owner, account, id, present, withAccount, withoutWrite, jobs } = await setUp()
  await withoutWrite(() => owner.call(bookings.cancel, { id, version: 1 }))
  const { write } = withAccount(({ deleteEvent }) => ({
    deleteEvent: async (...event) => {
      await withoutWrite(() => owner.call(bookings.updateStatus, { id, version: 2, status: 'booked' }))
      await deleteEvent(...event)
      throw new Error('killed')
    },
  }))
  await expect(write()).rejects.toThrow('killed')
  await jobs.sync()
  expect(await present()).toMatchObject({ status: 'booked', version: 3 })
  await jobs.write()
  expect(await startsInGoogle(account)).toEqual([Date.parse(inNewYork(day, '10:00'))])
})

test('what a list read before a visit was moved and written does not move it back', async () => {
  const { account, id, present, withAccount, move } = await setUp()
  await account.change(`fd${id.replaceAll('-', '')}`, { colorId: '5' })
  const { sync } = withAccount(({ listEvents }) => ({
    listEvents: async (...request) => {
      const page = await listEvents(...request)
      await move('14:00')
      await instance.idle()
      return page
    },
  }))
  await sync()
  await instance.idle()
  expect(await present()).toMatchObject({ localStartsOn: `${day}T14:00`, version: 2 })
  expect(await startsInGoogle(account)).toEqual([Date.parse(inNewYork(day, '14:00'))])
})

test('a visit that is cancelled, restored and cancelled while its event is deleted is not left in the calendar', async () => {
  const { owner, account, id, present, withAccount, withoutWrite, jobs } = await setUp()
  await withoutWrite(() => owner.call(bookings.cancel, { id, version: 1 }))
  const { write } = withAccount(({ deleteEvent }) => ({
    deleteEvent: async (...event) => {
      await deleteEvent(...event)
      if ((await present()).status !== 'cancelled') return
      await withoutWrite(() => owner.call(bookings.updateStatus, { id, version: 2, status: 'booked' }))
      await jobs.write()
    },
  }))
  await write()
  expect(await startsInGoogle(account)).toEqual([Date.parse(inNewYork(day, '10:00'))])
  await withoutWrite(() => owner.call(bookings.cancel, { id, version: 3 }))
  await jobs.write()
  expect(await account.events()).toEqual([])
})

test('an event whose job was killed before it stored the result is deleted with its connection', async () => {
  const { owner, salon, account, connection, withAccount, withoutWrite } = await setUp()
  const booked: string[] = []
  await withoutWrite(async () => {
    booked.push((await book(owner, salon, inNewYork(day, '12:00'), newPhone())).id)
  })
  const { write } = withAccount(({ insertEvent }) => ({
    insertEvent: async (...event) => {
      await insertEvent(...event)
      throw new Error('killed')
    },
  }))
  await expect(write(booked[0])).rejects.toThrow('killed')
  expect(await account.events()).toHaveLength(2)
  ok(await owner.call(bookingCalendars.disconnect, { id: connection.id }))
  await instance.idle()
  expect(await account.events()).toEqual([])
})
