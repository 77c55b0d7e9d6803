import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import type { TenantTx } from '../../platform/database/database.ts'
import { addService, book, createSalon, dayAhead, EVERY_DAY, inNewYork, visitOf } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { newPhone, sharedTestInstance, type Tenant } from '../../testing/test-instance.ts'
import { lockScheduleOfContact } from './lock-schedule.ts'
import { lockVisit, moveForPage } from './page-visits.ts'

const { bookingConfigs, bookingHours, bookingOffers, bookingResources, bookings, bookingWaitlist, messages } = contract

const instance = await sharedTestInstance()
const { database, services } = instance.server
const day = dayAhead(7)

/** The conversations of a contact, oldest first. */
async function conversationsWith({ tenantId }: Tenant, phone: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from conversations where tenant_id = $1 and contact_phone = $2 order by id',
    [tenantId, phone],
  )
  return rows.map(({ id }) => id)
}

const lockConversation = (tx: TenantTx, id: string, wait: 'waits' | 'skips') =>
  tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .$if(wait === 'skips', (query) => query.skipLocked())
    .executeTakeFirst()

/** Jobs may hold it for a moment, such as those that send texts; one that waits for us would hold it on. */
const expectUnlocked = (tx: TenantTx, id: string) => expect.poll(() => lockConversation(tx, id, 'skips')).toBeDefined()

const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rowCount } = await database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    .toBe(1)

test('a visit with reminders in another conversation locks both in the order of their ids', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, tenantId, numbers } = tenant
  const [here = '', there = ''] = numbers
  const salon = await createSalon(tenant)
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello', { to: there })
  const { id, version } = await book(owner, salon, inNewYork(day, '15:00'), phone)
  await tenant.textFrom(phone, 'Hello', { to: here })
  await instance.idle()
  const [older = '', newer = ''] = await conversationsWith(tenant, phone)
  const { request } = await services.inTenant({ tenantId }, async (tx) => {
    await lockConversation(tx, older, 'waits')
    const moved = owner.call(bookings.reschedule, { id, version, startsOnUtc: inNewYork(day, '16:00') })
    await untilWaiting()
    await expectUnlocked(tx, newer)
    return { request: moved }
  })
  ok(await request)
  const { rows } = await database.owner.query(
    `select conversation_id as id, state, count(*)::int as count from scheduled_messages where booking_id = $1 group by 1, 2 order by 2`,
    [id],
  )
  expect(rows).toEqual([
    { id: older, state: 'cancelled', count: 2 },
    { id: newer, state: 'waiting', count: 2 },
  ])
})

test('a visit that is booked while another one of its contact changes holds no conversation as it waits', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const { owner, tenantId, numbers, locationIds } = tenant
  const [here = '', there = ''] = numbers
  const [, locationID = ''] = locationIds
  const salon = await createSalon(tenant)
  const spa = ok(await owner.call(bookingResources.save, { kind: 'room', name: 'Spa', locationID })).data
  const hours = [{ locationID, week: EVERY_DAY }]
  ok(await owner.call(bookingHours.save, { resourceID: spa.id, version: spa.version, hours, exceptions: [] }))
  const sauna = await addService(owner, { name: 'Sauna', resourceIDs: [spa.id] })
  const phone = newPhone()
  await tenant.textFrom(phone, 'Hello', { to: here })
  const haircut = await book(owner, salon, inNewYork(day, '10:00'), phone)
  await tenant.textFrom(phone, 'Hello', { to: there })
  await instance.idle()
  const conversations = await conversationsWith(tenant, phone)
  const { request } = await services.inTenant({ tenantId }, async (tx) => {
    const row = await lockVisit(tx, haircut.id)
    if (!row) throw new Error('The visit was not found.')
    await moveForPage(services, tx, row, { at: Date.parse(inNewYork(day, '11:00')), needsApproval: false })
    const booked = owner.call(bookings.create, {
      ...visitOf(salon, sauna.id, inNewYork(day, '16:00'), phone),
      locationID,
    })
    await untilWaiting()
    for (const each of conversations) await expectUnlocked(tx, each)
    return { request: booked }
  })
  ok(await request)
})

test('a text about a visit that is being changed holds no conversation as it waits', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const visit = visitOf(salon, salon.haircut.id, inNewYork(day, '10:00'), phone)
  const { id, contact } = ok(await owner.call(bookings.create, { ...visit, tellsContact: true })).data.booking
  await instance.idle()
  const [conversation = ''] = await conversationsWith(tenant, phone)
  const { text } = await services.inTenant({ tenantId }, async (tx) => {
    await lockScheduleOfContact(tx, contact?.id ?? '')
    const sent = tenant.textFrom(phone, 'C')
    await untilWaiting()
    await expectUnlocked(tx, conversation)
    return { text: sent }
  })
  await text
  expect(ok(await owner.call(bookings.get, { id })).data.status).toBe('confirmed')
})

test('an offer of times that begins or ends while a visit of its contact changes holds no conversation as it waits', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const salon = await createSalon(tenant)
  const phone = newPhone()
  const { sid, contact } = await tenant.textFrom(phone, 'Do you have time for me?')
  await instance.idle()
  const [conversation = ''] = await conversationsWith(tenant, phone)
  const clientMessageId = crypto.randomUUID()
  const items = [{ serviceID: salon.haircut.id }]
  const offer = { conversationSid: sid, clientMessageId, locationID: salon.locationID, items, from: day }
  const text = { conversationSid: sid, text: 'Or call us', clientMessageId: crypto.randomUUID() }
  for (const act of [() => owner.call(bookingOffers.create, offer), () => owner.call(messages.send, text)]) {
    const { request } = await services.inTenant({ tenantId }, async (tx) => {
      await lockScheduleOfContact(tx, contact.id)
      const acted = act()
      await untilWaiting()
      await expectUnlocked(tx, conversation)
      return { request: acted }
    })
    ok(await request)
    await instance.idle()
  }
  const { rows } = await database.owner.query('select state from booking_offers where id = $1', [clientMessageId])
  expect(rows).toEqual([{ state: 'handed-over' }])
})

test('a freed time that is offered to someone whose visit is being changed holds no conversation as it waits', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const salon = await createSalon(tenant)
  const { version } = ok(await owner.call(bookingConfigs.get, undefined)).data
  ok(await owner.call(bookingConfigs.save, { version, waitlist: { isEnabled: true, holdMinutes: 15 } }))
  const visit = await book(owner, salon, inNewYork(day, '10:00'), newPhone())
  const [first, second] = [newPhone(), newPhone()]
  for (const phone of [first, second]) {
    await tenant.textFrom(phone, 'Call me when there is time')
    ok(
      await owner.call(bookingWaitlist.add, {
        ...{ clientEntryId: crypto.randomUUID(), locationID: salon.locationID, firstDate: day, lastDate: day },
        ...{ items: [{ serviceID: salon.haircut.id }], contact: { name: 'Someone', phone } },
      }),
    )
  }
  await instance.idle()
  const { contact } = (await tenant.conversationWith(second)) ?? {}
  const conversations = [...(await conversationsWith(tenant, first)), ...(await conversationsWith(tenant, second))]
  // The first in line is passed over.
  await tenant.textFrom(first, 'STOP')
  await instance.idle()
  await services.inTenant({ tenantId }, async (tx) => {
    await lockScheduleOfContact(tx, contact?.id ?? '')
    ok(await owner.call(bookings.cancel, { id: visit.id, version: visit.version }))
    await untilWaiting()
    for (const each of conversations) await expectUnlocked(tx, each)
  })
  await instance.idle()
})
