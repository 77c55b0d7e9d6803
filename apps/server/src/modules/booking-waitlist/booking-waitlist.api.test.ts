import { type BookingService, contract } from '@frontdesk/contract/api'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { addService, book, createSalon, dayAhead, inNewYork } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { merge } from '../../testing/merging.ts'
import { connectCashier } from '../../testing/payments.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { newPhone, startTestInstance } from '../../testing/test-instance.ts'
import { changeChosenOffer } from '../booking-offers/index.ts'

const {
  bookingConfigs,
  bookingPayments,
  bookings,
  bookingWaitlist,
  contacts,
  conversations,
  messages,
  paymentRequests,
  team,
} = contract

// At noon, so that the quiet hours of contacts do not depend on when the tests run.
const clock = createNoonClock()
const instance = await startTestInstance({
  now: clock.now,
  sessionClock: systemClock,
  // Events of its Stripe are refused, and repeated for seconds, unless their time is near that of the server.
  sandbox: { now: () => Date.parse(clock.now()) },
})
afterAll(() => instance.close())

const ahead = (days: number) => dayAhead(days, Temporal.Instant.from(clock.now()))
const day = ahead(5)
const at = (time: string, date = day) => new Date(inNewYork(date, time)).toISOString()

async function aScene(service: Partial<BookingService> = {}) {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner } = tenant
  const salon = await createSalon(tenant, service)
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version, waitlist: { isEnabled: true, holdMinutes: 15 } }))
  const add = async (changes: Partial<Parameters<typeof entryOf>[0]> = {}) => {
    const phone = newPhone()
    const entry = ok(await owner.call(bookingWaitlist.add, entryOf({ phone, ...changes }))).data
    return { id: entry.id, phone }
  }
  const entryOf = ({
    phone,
    serviceID = salon.haircut.id,
    ...preferences
  }: {
    phone: string
    serviceID?: string
    locationID?: string
    firstDate?: string
    lastDate?: string
    timeFrom?: string
  }) => ({
    clientEntryId: crypto.randomUUID(),
    locationID: salon.locationID,
    items: [{ serviceID }],
    contact: { name: 'Someone who waits', phone },
    ...{ firstDate: day, lastDate: day },
    ...preferences,
  })
  const visitor = newPhone()
  const free = async (time: string, date = day) => {
    const { id, version: seen } = await book(owner, salon, at(time, date), visitor)
    await instance.idle()
    ok(await owner.call(bookings.cancel, { id, version: seen }))
    await instance.idle()
    return id
  }
  const textsOf = async (phone: string) => {
    await instance.idle()
    const all = await tenant.messagesOnPhone(phone)
    return all.filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)
  }
  const list = async () => ok(await owner.call(bookingWaitlist.getList, {})).data.entries
  return { tenant, owner, salon, add, entryOf, free, textsOf, list }
}

test('a freed time is offered to those whom it suits, one by one, and the first yes gets it', async () => {
  const { tenant, owner, salon, add, free, textsOf, list } = await aScene()
  const [, elsewhere = ''] = tenant.locationIds
  const massage = await addService(owner, { name: 'Massage', resourceIDs: salon.rooms })
  const others = [
    await add({ timeFrom: '12:00' }),
    await add({ firstDate: ahead(6), lastDate: ahead(9) }),
    await add({ locationID: elsewhere }),
  ]
  const first = await add()
  const second = await add()
  const third = await add()
  const screen = await connectLive(instance.url, owner.auth)
  await free('10:00')
  await screen.waitFor('booking.changed', ({ bookingID }) => bookingID === null)
  screen.close()
  expect(await textsOf(first.phone)).toEqual([
    expect.stringMatching(/^A time just opened up for Haircut at .*:\n1\) .*10:00\sAM\nReply 1 or YES.* 15 minutes\.$/),
  ])
  expect(await list()).toMatchObject([
    { state: 'waiting' },
    { state: 'waiting' },
    { state: 'waiting' },
    { id: first.id, state: 'offered', offered: { startsOnUtc: at('10:00') } },
    { id: second.id, state: 'waiting', offered: null },
    { id: third.id, state: 'waiting' },
  ])
  // It is held: nobody else can book it meanwhile, and only one person is asked.
  await expect(book(owner, salon, at('10:00'), newPhone())).rejects.toThrow()
  expect(await textsOf(second.phone)).toEqual([])
  await tenant.textFrom(first.phone, 'No thanks')
  expect(await textsOf(second.phone)).toHaveLength(1)
  await tenant.textFrom(second.phone, 'YES')
  expect((await textsOf(second.phone)).at(-1)).toMatch(/booked at .* for Haircut/)
  // A contact who declined keeps their place but is not asked again, and answering yes later books nothing.
  await tenant.textFrom(first.phone, 'Yes')
  expect((await textsOf(first.phone)).at(-1)).toMatch(/no longer held/)
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([
    ...others.map(({ id }) => [id, 'waiting']),
    [first.id, 'waiting'],
    [third.id, 'waiting'],
  ])
  for (const { phone } of [...others, third]) expect(await textsOf(phone)).toEqual([])
  const { data } = ok(await owner.call(bookings.getList, { statuses: ['booked'] }))
  expect(data.bookings).toMatchObject([{ startsOnUtc: at('10:00'), contact: { phone: second.phone }, source: 'text' }])
  expect(massage.name).toBe('Massage')
  // The job of the offer they declined runs again while they are offered another time.
  await free('11:00')
  await instance.server.database.owner.query(
    `select graphile_worker.add_job('settle-waitlist-offer', json_build_object(
       'tenantId', tenant_id, 'offerId', id, 'locationId', location_id))
     from booking_offers where tenant_id = $1 and waitlist_entry_id = $2 and state = 'declined'`,
    [tenant.tenantId, first.id],
  )
  await instance.idle()
  expect(await list()).toContainEqual(expect.objectContaining({ id: first.id, state: 'offered' }))
})

test('a time that is accepted but not paid is offered to the next in line; who pays for it gets it', async () => {
  const deposit = { kind: 'amount', amount: 2000 } as const
  const { tenant, owner, add, free, textsOf, list } = await aScene({
    priceAmount: 6000,
    paymentKind: 'deposit',
    deposit,
  })
  await connectCashier(instance, tenant)
  const [first, second] = [await add(), await add()]
  await free('10:00')
  await tenant.textFrom(first.phone, 'YES')
  expect((await textsOf(first.phone)).at(-1)).toMatch(/^We are holding .*10:00\sAM for you.*deposit of \$20\.00/)
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([[second.id, 'waiting']])
  await instance.runDelayedJobs('end-unpaid-booking')
  expect((await textsOf(first.phone)).at(-1)).toMatch(/^We did not receive your payment in time/)
  expect(await list()).toMatchObject([
    { id: first.id, state: 'waiting' },
    { id: second.id, state: 'offered', offered: { startsOnUtc: at('10:00') } },
  ])
  expect((await textsOf(second.phone)).at(-1)).toMatch(/^A time just opened up/)
  await tenant.textFrom(second.phone, '1')
  await instance.idle()
  const [held] = ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings
  const { requests } = ok(await owner.call(bookingPayments.get, { id: held?.id ?? '' })).data
  const paid = { id: requests[0]?.id ?? '', clientPaymentId: crypto.randomUUID() }
  ok(await owner.call(paymentRequests.markAsPaid, paid))
  await instance.idle()
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([[first.id, 'waiting']])
  const { data } = ok(await owner.call(bookings.getList, { statuses: ['booked'] }))
  expect(data.bookings).toMatchObject([{ startsOnUtc: at('10:00'), contact: { phone: second.phone }, source: 'text' }])
})

test('a contact who pays late for a time that is still free gets it, and leaves the waitlist', async () => {
  const { tenant, owner, add, free, list } = await aScene({
    ...{ priceAmount: 6000, paymentKind: 'deposit' },
    deposit: { kind: 'amount', amount: 2000 },
  })
  await connectCashier(instance, tenant)
  const only = await add()
  await free('10:00')
  await tenant.textFrom(only.phone, 'YES')
  await instance.idle()
  const [held] = ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings
  await instance.runDelayedJobs('end-unpaid-booking')
  expect(await list()).toMatchObject([{ id: only.id }])
  await instance.server.database.inTenant(tenant, (tx) =>
    changeChosenOffer(tx, held?.id ?? '', { from: 'expired', to: 'accepted' }),
  )
  await instance.idle()
  expect(await list()).toEqual([])
})

test('who opted out is passed over with the reason, who leaves the list loses the time, and nobody is asked twice', async () => {
  const { tenant, owner, add, entryOf, free, textsOf, list } = await aScene()
  const optedOut = await add()
  await tenant.textFrom(optedOut.phone, 'STOP')
  const before = (await textsOf(optedOut.phone)).length
  const first = await add()
  const second = await add()
  await free('11:00')
  expect(await textsOf(optedOut.phone)).toHaveLength(before)
  expect(await textsOf(first.phone)).toHaveLength(1)
  expect((await list())[0]).toMatchObject({ id: optedOut.id, skipped: { reason: 'opted-out' } })
  ok(await owner.call(bookingWaitlist.remove, { id: first.id }))
  expect(await textsOf(second.phone)).toHaveLength(1)
  // A teammate who writes takes over; nobody else is in line, and it stays free.
  const conversation = await tenant.conversationWith(second.phone)
  const text = { conversationSid: conversation?.sid ?? '', text: 'Hi!', clientMessageId: crypto.randomUUID() }
  ok(await owner.call(messages.send, text))
  await instance.idle()
  expect((await list()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  expect(await textsOf(second.phone)).toHaveLength(2)
  // Someone who comes later gets what is still free.
  const late = await add()
  expect(await textsOf(late.phone)).toHaveLength(1)
  // A repeated request adds no second entry; invalid preferences are refused.
  const request = entryOf({ phone: newPhone() })
  const entry = ok(await owner.call(bookingWaitlist.add, request)).data
  expect(ok(await owner.call(bookingWaitlist.add, request)).data).toEqual(entry)
  const twice = entryOf({ phone: newPhone() })
  const both = await Promise.all([1, 2].map(() => owner.call(bookingWaitlist.add, twice)))
  expect(both.map((each) => ok(each).data.id)).toEqual([twice.clientEntryId, twice.clientEntryId])
  for (const other of [{ contact: { name: '', phone: newPhone() } }, { items: [...request.items, ...request.items] }])
    expect(await owner.call(bookingWaitlist.add, { ...request, ...other })).toFail('ClientBookingIdReused')
  // Also once they have left, and whatever the case of the id.
  ok(await owner.call(bookingWaitlist.remove, { id: entry.id }))
  const shouted = { ...request, clientEntryId: entry.id.toUpperCase() }
  expect(ok(await owner.call(bookingWaitlist.add, shouted)).data).toMatchObject({ id: entry.id, state: 'removed' })
  expect(await owner.call(bookingWaitlist.add, entryOf({ phone: newPhone(), lastDate: ahead(1) }))).toFail(
    'InvalidInput',
  )
})

test('an offer that runs out goes to the next, at night in the morning, and to nobody while the waitlist is off', async () => {
  const { tenant, owner, add, free, textsOf } = await aScene()
  const nextDay = ahead(6)
  const first = await add()
  const second = await add()
  await free('14:00')
  expect(await textsOf(second.phone)).toEqual([])
  clock.advance(16 * 60_000)
  await instance.runDelayedJobs('expire-booking-offer', { mayHaveRun: true })
  await instance.idle()
  expect([await textsOf(first.phone), await textsOf(second.phone)]).toMatchObject([{ length: 1 }, { length: 1 }])
  clock.advance(11 * 60 * 60_000)
  await instance.runDelayedJobs('expire-booking-offer', { mayHaveRun: true })
  await free('15:00')
  expect(await textsOf(first.phone)).toHaveLength(1)
  // The morning begins later in Chicago, and does not delay that of New York.
  await add({ phone: '+13125550147', firstDate: nextDay, lastDate: nextDay })
  await free('15:00', nextDay)
  const { rows: mornings } = await instance.server.database.owner.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'fill-booking-gaps' and j.payload ->> 'tenantId' = $1`,
    [tenant.tenantId],
  )
  expect(mornings).toHaveLength(2)
  clock.advance(10 * 60 * 60_000)
  await instance.runDelayedJobs('fill-booking-gaps', { mayHaveRun: true })
  expect(await textsOf(first.phone)).toHaveLength(2)
  expect(await textsOf(second.phone)).toHaveLength(1)
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version, waitlist: { isEnabled: false, holdMinutes: 15 } }))
  await free('16:00')
  expect([await textsOf(first.phone), await textsOf(second.phone)]).toMatchObject([{ length: 2 }, { length: 1 }])
})

test('an offer ends with its conversation and with its entry, and the next in line is asked', async () => {
  const { tenant, owner, salon, add, free, textsOf, list } = await aScene()
  const [first, second, third] = [await add(), await add(), await add()]
  const states = async () => (await list()).map(({ id, state }) => [id, state])
  const threadOf = async (phone: string) => ({ sid: (await tenant.conversationWith(phone))?.sid ?? '' })
  await free('10:00')
  ok(await owner.call(conversations.remove, await threadOf(first.phone)))
  expect(await textsOf(second.phone)).toHaveLength(1)
  const other = await tenant.textFrom(newPhone(), 'Hello')
  ok(await merge(owner, await threadOf(second.phone), other))
  await instance.idle()
  expect(await states()).toEqual([
    [first.id, 'waiting'],
    [second.id, 'waiting'],
    [third.id, 'offered'],
  ])
  await tenant.textFrom(third.phone, '1')
  expect((await textsOf(third.phone)).at(-1)).toMatch(/booked at .* for Haircut/)
  for (const { id } of [first, second]) ok(await owner.call(bookingWaitlist.remove, { id }))
  // Someone leaves while they are being offered a time.
  const { id } = await add({ firstDate: ahead(8), lastDate: ahead(8) })
  await free('12:00')
  const { owner: database } = instance.server.database
  const { tenantId } = tenant
  const earlier = 'update booking_waitlist set first_date = $3 where tenant_id = $1 and id = $2'
  await database.query(earlier, [tenantId, id, day])
  const areWaiting = (n: number) =>
    expect
      .poll(async () => {
        const { rowCount } = await database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount
      })
      .toBe(n)
  const { removal } = await instance.server.services.inTenant({ tenantId }, async (tx) => {
    const rows = tx.selectFrom('bookingWaitlist').where('tenantId', '=', tenantId).where('id', '=', id)
    await rows.select('id').forUpdate().execute()
    const fill = { tenantId, locationId: salon.locationID }
    await database.query(`select graphile_worker.add_job('fill-booking-gaps', $1)`, [fill])
    await areWaiting(1)
    const request = owner.call(bookingWaitlist.remove, { id })
    await areWaiting(2)
    return { removal: request }
  })
  ok(await removal)
  await instance.idle()
  expect(await states()).toEqual([])
  expect(ok(await owner.call(bookings.getList, { statuses: ['held'] })).data.bookings).toEqual([])
})

test('someone with two waitlist entries is offered a time once', async () => {
  const { tenant, add, free, textsOf } = await aScene()
  const { phone } = await add()
  for (const _ of [1, 2]) await add({ phone })
  await free('10:00')
  await tenant.textFrom(phone, 'No thanks')
  expect((await textsOf(phone)).filter((body) => body.startsWith('A time just opened up'))).toHaveLength(1)
  await free('11:00')
  expect((await textsOf(phone)).filter((body) => body.startsWith('A time just opened up'))).toHaveLength(2)
})

test('hidden contacts wait as someone without a name, and other locations are not seen', async () => {
  const { tenant, owner, salon, add, entryOf } = await aScene()
  const { id, phone } = await add()
  const { sid, contact } = await tenant.textFrom(phone, 'Hello')
  ok(await owner.call(contacts.update, { id: contact.id, name: 'SECRET Nora' }))
  ok(await owner.call(contract.assignment.change, { sid, toUserID: owner.auth.userId }))
  const permission = 'convos_view_assigned_to_others'
  ok(await owner.call(team.setRolePermission, { role: 'TeamMember', permission, isGranted: false }))
  const member = await tenant.createUser('TeamMember', { locationIds: [salon.locationID] })
  const { entries } = ok(await member.call(bookingWaitlist.getList, {})).data
  expect(entries).toMatchObject([{ id, isBusy: true, contact: null, services: [], preferences: null, offered: null }])
  expect(ok(await member.call(bookingWaitlist.getList, { contactID: contact.id })).data.entries).toEqual([])
  expect(await member.call(bookingWaitlist.remove, { id })).toFail('WaitlistEntryNotFound')
  // Entering the number of a hidden contact does not tell whose it is.
  const added = ok(await member.call(bookingWaitlist.add, entryOf({ phone }))).data
  expect([added.isBusy, JSON.stringify(added)]).toEqual([true, expect.not.stringContaining('SECRET')])
  // Nor does repeating a teammate’s request with a guess.
  const guess = { ...entryOf({ phone }), clientEntryId: id }
  expect(await member.call(bookingWaitlist.add, guess)).toFail('ClientBookingIdReused')
  const elsewhere = await tenant.createUser('TeamMember', { locationIds: [tenant.locationIds[1] ?? ''] })
  expect(ok(await elsewhere.call(bookingWaitlist.getList, {})).data.entries).toEqual([])
  expect(await elsewhere.call(bookingWaitlist.add, entryOf({ phone: newPhone() }))).toFail('LocationNotFound')
})

test('entries whose days have passed are not listed, and are deleted a year later; freed times after a month', async () => {
  const { tenant, add, free, list } = await aScene()
  await add()
  await free('14:00')
  const stored = async () => {
    const { rows } = await instance.server.database.owner.query<{ entries: number; gaps: number }>(
      `select (select count(*)::int from booking_waitlist where tenant_id = $1) as entries,
        (select count(*)::int from booking_gaps where tenant_id = $1) as gaps`,
      [tenant.tenantId],
    )
    return rows[0]
  }
  expect([await list(), await stored()]).toMatchObject([[{ state: 'offered' }], { entries: 1, gaps: 1 }])
  const afterDays = async (days: number) => {
    clock.advance(days * 24 * 60 * 60_000)
    for (let run = 0; run < 2; run++) await instance.runJob('clear-old-rows')
    return stored()
  }
  expect([await afterDays(7), await list()]).toEqual([{ entries: 1, gaps: 1 }, []])
  expect(await afterDays(40)).toEqual({ entries: 1, gaps: 0 })
  expect(await afterDays(330)).toEqual({ entries: 0, gaps: 0 })
})
