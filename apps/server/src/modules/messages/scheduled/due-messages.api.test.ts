import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shift, systemClock } from '../../../platform/clock.ts'
import { book, createSalon, dayAhead, inNewYork } from '../../../testing/bookings.ts'
import { ok } from '../../../testing/client.ts'
import { createRequest } from '../../../testing/payments.ts'
import { createNoonClock } from '../../../testing/test-clock.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../../testing/test-instance.ts'

const HOUR = 60 * 60_000
const { bookings, contacts, paymentRequests, scheduledMessages } = contract
type Person = { sid: string; phone: string }

let instance: TestInstance
let clock: ReturnType<typeof createNoonClock>
beforeAll(async () => {
  clock = createNoonClock()
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const owner = () => instance.server.database.owner
const goTo = (instant: string) => clock.goTo(Temporal.Instant.from(instant))
const day = (days: number) => dayAhead(days, Temporal.Instant.from(clock.now()))
const noon = () => goTo(inNewYork(day(1), '12:00'))

async function people(tenant: Tenant, count: number): Promise<Person[]> {
  const phones = Array.from({ length: count }, newPhone)
  return Promise.all(phones.map(async (phone) => ({ phone, sid: (await tenant.textFrom(phone, 'Hello')).sid })))
}

const arrived = async (tenant: Tenant, { phone }: Pick<Person, 'phone'>): Promise<string[]> =>
  (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)

const schedule = async (tenant: Tenant, { sid }: Person, text: string, sendAt: string) =>
  ok(
    await tenant.owner.call(scheduledMessages.create, {
      ...{ conversationSid: sid, clientMessageId: crypto.randomUUID(), text, sendAt },
    }),
  ).data

/** Reminders that are due, as bookings and payments plan them, with jobs of an earlier version. */
async function addReminders(tenant: Tenant, to: readonly Person[], text: string): Promise<void> {
  await owner().query(
    `with reminders as (
       insert into scheduled_messages (tenant_id, id, conversation_id, author, body, kind, state, reasons, send_at, due_at,
         time_zone, created_at, updated_at)
       select $1, gen_random_uuid(), id, 'Bookings', $3, 'automatic', 'waiting', '{}', $4, $4, 'UTC', $4, $4
       from unnest($2::uuid[]) w (id)
       returning id
     )
     select graphile_worker.add_job('send-scheduled-message', json_build_object('tenantId', $1::uuid, 'id', id),
       run_at => now() + interval '1 hour') from reminders`,
    [tenant.tenantId, to.map(({ sid }) => fromSid(sid)), text, clock.now()],
  )
}

const runReminders = async () => {
  await instance.runDelayedJobs('send-scheduled-message', { mayHaveRun: true })
  await instance.runDelayedJobs('send-reminders', { mayHaveRun: true })
}

test('messages due at two moments are each sent once, those of a conversation in order', async () => {
  noon()
  const tenant = await instance.createTenant()
  // More than one batch.
  const all = await people(tenant, 28)
  const [first, second] = [shift(clock.now(), HOUR), shift(clock.now(), HOUR + 1000)]
  await Promise.all(all.map((person) => schedule(tenant, person, 'Second', second)))
  await Promise.all(all.map((person) => schedule(tenant, person, 'First', first)))
  const [optedOut, blocked, ...others] = all
  await tenant.textFrom(optedOut?.phone ?? '', 'STOP')
  ok(await tenant.owner.call(contract.conversations.block, { sid: blocked?.sid ?? '' }))
  clock.advance(HOUR + 2000)
  await instance.runDelayedJobs('send-scheduled-messages')
  for (const person of others) expect(await arrived(tenant, person)).toEqual(['First', 'Second'])
  expect(await arrived(tenant, { phone: blocked?.phone ?? '' })).toEqual([])
  for (const [person, reason] of [
    [optedOut, 'opted-out'],
    [blocked, 'blocked'],
  ] as const) {
    const { data } = ok(await tenant.owner.call(scheduledMessages.getList, { conversationSid: person?.sid ?? '' }))
    expect(data.scheduledMessages).toMatchObject([
      { state: 'stopped', reasons: [reason] },
      { state: 'stopped', reasons: [reason] },
    ])
  }
  expect(instance.errors).toEqual([])
})

test('payment requests of a batch are sent with their links; one that was paid meanwhile stops its message', async () => {
  noon()
  const tenant = await instance.createTenant()
  const sendAt = shift(clock.now(), HOUR)
  const scheduled = await Promise.all(
    [0, 1].map(async () => {
      const phone = newPhone()
      const { sid, contact } = await tenant.textFrom(phone, 'Hi')
      const { id } = await createRequest(tenant.owner, tenant, 900, { contact: undefined, contactID: contact.id })
      const input = { conversationSid: sid, text: 'Pay here: :payment_link:', paymentID: id, sendAt }
      ok(await tenant.owner.call(scheduledMessages.create, { ...input, clientMessageId: crypto.randomUUID() }))
      return { phone, sid, id }
    }),
  )
  const [open, paid] = scheduled
  ok(await tenant.owner.call(paymentRequests.updateStatus, { id: paid?.id ?? '', status: 'sent' }))
  ok(await tenant.owner.call(paymentRequests.markAsPaid, { id: paid?.id ?? '', clientPaymentId: crypto.randomUUID() }))
  clock.advance(HOUR)
  await instance.runDelayedJobs('send-scheduled-messages')
  expect(await arrived(tenant, { phone: open?.phone ?? '' })).toEqual([expect.stringMatching(/^Pay here: https?:/)])
  const { status, timeline } = ok(await tenant.owner.call(paymentRequests.get, { id: open?.id ?? '' })).data
  expect([status, timeline.at(-1)?.kind]).toEqual(['sent', 'sent'])
  const { data } = ok(await tenant.owner.call(scheduledMessages.getList, { conversationSid: paid?.sid ?? '' }))
  expect(data.scheduledMessages).toMatchObject([{ state: 'stopped', reasons: ['payment-closed'] }])
  expect(instance.errors).toEqual([])
})

test('a message that cannot be sent holds up no other, and is sent once it can', async () => {
  noon()
  const tenant = await instance.createTenant()
  const [broken, ...others] = await people(tenant, 5)
  if (!broken) throw new Error('No one texted.')
  await addReminders(tenant, [broken, ...others], 'See you soon')
  const pass = (viaId: string | null) =>
    owner().query('update scheduled_messages set via_conversation_id = $2 where conversation_id = $1', [
      ...[fromSid(broken.sid), viaId],
    ])
  await pass(crypto.randomUUID())
  await runReminders()
  for (const person of others) expect(await arrived(tenant, person)).toEqual(['See you soon'])
  expect(await arrived(tenant, broken)).toEqual([])
  expect(instance.errors.splice(0)).toMatchObject([
    [{ err: { code: 'NotMerged' } }, 'a job failed and will be retried'],
  ])
  await pass(null)
  await runReminders()
  for (const person of [broken, ...others]) expect(await arrived(tenant, person)).toEqual(['See you soon'])
})

test('the daily limit counts a reminder before it decides about the next one to the same person', async () => {
  noon()
  const tenant = await instance.createTenant({ locations: 2 })
  ok(await tenant.owner.call(contract.sending.saveSettings, { automatedTextsPerDay: 1 }))
  const [person] = await people(tenant, 1)
  if (!person) throw new Error('No one texted.')
  const there = await tenant.textFrom(person.phone, 'Hi', { to: tenant.numbers[1] ?? '' })
  const other = newPhone()
  ok(await tenant.owner.call(contacts.addPhone, { id: there.contact.id, phone: other }))
  const elsewhere = await tenant.textFrom(other, 'Hi')
  await addReminders(tenant, [person, { ...person, sid: there.sid }, { phone: other, sid: elsewhere.sid }], 'Soon')
  await runReminders()
  expect([...(await arrived(tenant, person)), ...(await arrived(tenant, { phone: other }))]).toEqual(['Soon'])
  const { rows } = await owner().query(
    "select reasons from scheduled_messages where tenant_id = $1 and state = 'held'",
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ reasons: ['daily-limit'] }, { reasons: ['daily-limit'] }])
})

test('a visit that is moved twice, or cancelled, in the minute of its reminder is reminded of once, if at all', async () => {
  noon()
  const tenant = await instance.createTenant()
  const salon = await createSalon(tenant)
  const [tomorrow, visitDay] = [day(1), day(2)]
  const [movedPhone, cancelledPhone] = [newPhone(), newPhone()]
  const moved = await book(tenant.owner, salon, inNewYork(visitDay, '13:00'), movedPhone)
  const cancelled = await book(tenant.owner, salon, inNewYork(visitDay, '13:30'), cancelledPhone)
  // Both reminders of the day before are due.
  goTo(inNewYork(tomorrow, '13:30'))
  const due = runReminders()
  const move = async (version: number, time: string) =>
    ok(
      await tenant.owner.call(bookings.reschedule, {
        ...{ id: moved.id, version, startsOnUtc: inNewYork(visitDay, time) },
      }),
    ).data.version
  const cancelling = tenant.owner.call(bookings.cancel, { id: cancelled.id, version: cancelled.version })
  await move(await move(moved.version, '16:00'), '15:30')
  ok(await cancelling)
  await due
  const before = await arrived(tenant, { phone: movedPhone })
  expect(before.filter((text) => !/1:00\sPM/.test(text))).toEqual([])
  expect(before.length).toBeLessThanOrEqual(1)
  goTo(inNewYork(tomorrow, '17:00'))
  await runReminders()
  const after = await arrived(tenant, { phone: movedPhone })
  expect(after.slice(before.length)).toEqual([expect.stringMatching(/3:30\sPM/)])
  expect((await arrived(tenant, { phone: cancelledPhone })).length).toBeLessThanOrEqual(1)
  goTo(inNewYork(visitDay, '20:00'))
  await runReminders()
  expect(await arrived(tenant, { phone: movedPhone })).toEqual(after)
  expect(instance.errors).toEqual([])
})
