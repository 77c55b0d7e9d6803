import { contract, type GroupMessage } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { ok } from '../../testing/client.ts'
import { addContact, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

const { groupMessages, groups, messages, sending } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

const MINUTE_MS = 60_000
const JOBS = ['send-bulk-messages', 'send-group-message', 'throttle-sending']

async function run() {
  await instance.idle()
  for (const job of JOBS) await instance.runDelayedJobs(job, { mayHaveRun: true })
  await instance.idle()
}

async function passMinutes(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  await run()
}

async function sendTo({ owner }: Tenant, contactIDs: string[], text = 'Hello'): Promise<GroupMessage> {
  const { id } = ok(await owner.call(groups.sendMessage, groupMessage({ contactIDs, text }))).data
  await instance.idle()
  return ok(await owner.call(groupMessages.get, { id })).data
}

const read = async ({ owner }: Tenant, { id }: Pick<GroupMessage, 'id'>) =>
  ok(await owner.call(groupMessages.get, { id })).data

const budgetOf = async ({ tenantId }: Tenant) => {
  const { rows } = await instance.server.database.owner.query<{ throttleLevel: number; available: number }>(
    'select throttle_level as "throttleLevel", available from number_send_budgets where tenant_id = $1',
    [tenantId],
  )
  return rows[0]
}

test('a text that the carrier has no room for is sent again later, once, and sending slows down meanwhile', async () => {
  const tenant = await instance.createTenant()
  const [ana, ben] = [await addContact(tenant, 'Ana'), await addContact(tenant, 'Ben')]
  const removeFault = await instance.addFault({ kind: 'fail-send', code: 30001, phone: ana.phone })
  const message = await sendTo(tenant, [ana.id, ben.id])
  await instance.idle()
  expect((await read(tenant, message)).stats.outcomes).toMatchObject({ sent: 1, delivered: 1, failed: 0 })
  expect(await budgetOf(tenant)).toMatchObject({ throttleLevel: 1 })
  await passMinutes(1)
  expect((await read(tenant, message)).stats.outcomes).toMatchObject({ sent: 1, failed: 0 })
  // The rate recovers while nothing is reported, and drops further when it is again.
  expect((await budgetOf(tenant))?.throttleLevel).toBe(2)
  await removeFault()
  await passMinutes(1)
  expect((await read(tenant, message)).stats.outcomes).toMatchObject({ sent: 1, delivered: 1 })
  await passMinutes(1)
  expect((await read(tenant, message)).stats).toMatchObject({ outcomes: { delivered: 2 }, reasons: [] })
  const texts = await tenant.messagesOnPhone(ana.phone)
  expect(texts.map(({ status }) => status)).toEqual(['failed', 'failed', 'delivered'])
})

test('a text over the network’s rate limit is sent again; one over the brand’s daily limit fails with that reason', async () => {
  const tenant = await instance.createTenant()
  const [ana, ben] = [await addContact(tenant, 'Ana'), await addContact(tenant, 'Ben')]
  await instance.addFault({ kind: 'fail-send', code: 30022, phone: ana.phone, times: 1 })
  await instance.addFault({ kind: 'fail-send', code: 30023, phone: ben.phone, times: 1 })
  const message = await sendTo(tenant, [ana.id, ben.id])
  await passMinutes(1)
  await passMinutes(1)
  expect((await read(tenant, message)).stats).toMatchObject({
    outcomes: { delivered: 1, failed: 1 },
    reasons: [{ outcome: 'failed', reason: 'brand-limit', count: 1 }],
  })
})

test('a teammate’s reply does not wait for a text that is sent again later', async () => {
  const tenant = await instance.createTenant()
  const ana = await addContact(tenant, 'Ana')
  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ana.phone, times: 1 })
  await sendTo(tenant, [ana.id], 'Offer')
  await instance.idle()
  const conversation = await tenant.conversationWith(ana.phone)
  const reply = { conversationSid: conversation?.sid ?? '', text: 'By the way', clientMessageId: crypto.randomUUID() }
  ok(await tenant.owner.call(messages.send, reply))
  await instance.idle()
  const delivered = async () =>
    (await tenant.messagesOnPhone(ana.phone)).filter(({ status }) => status === 'delivered').map(({ body }) => body)
  expect(await delivered()).toEqual(['By the way'])
  await passMinutes(1)
  expect(await delivered()).toEqual(['By the way', 'Offer'])
})

test('a text is sent again five times at most, and not at all once its message is stopped', async () => {
  const tenant = await instance.createTenant()
  const [ana, ben] = [await addContact(tenant, 'Ana'), await addContact(tenant, 'Ben')]
  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ana.phone })
  const message = await sendTo(tenant, [ana.id])
  for (const minutes of [1, 2, 4, 8]) await passMinutes(minutes)
  expect((await read(tenant, message)).stats.outcomes).toMatchObject({ sent: 1, failed: 0 })
  await passMinutes(16)
  expect((await read(tenant, message)).stats).toMatchObject({
    outcomes: { failed: 1 },
    reasons: [{ outcome: 'failed', reason: 'queue-full', count: 1 }],
  })
  expect(await tenant.messagesOnPhone(ana.phone)).toHaveLength(6)

  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ben.phone, times: 1 })
  const stopped = await sendTo(tenant, [ben.id])
  await instance.server.database.owner.query("update group_messages set state = 'stopped' where id = $1", [stopped.id])
  await passMinutes(1)
  expect((await read(tenant, stopped)).stats).toMatchObject({ outcomes: { cancelled: 1 }, reasons: [] })
  expect(await tenant.messagesOnPhone(ben.phone)).toHaveLength(1)
})

test('a text that is sent again later waits while its message is paused, and stays after it was refused again', async () => {
  const tenant = await instance.createTenant()
  const [ana, ben] = [await addContact(tenant, 'Ana'), await addContact(tenant, 'Ben')]
  const statusesAt = async ({ phone }: { phone: string }) =>
    (await tenant.messagesOnPhone(phone)).map(({ status }) => status)
  const setState = (message: GroupMessage, state: 'paused' | 'running' | 'stopped') =>
    instance.server.database.owner.query('update group_messages set state = $1 where id = $2', [state, message.id])
  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ana.phone, times: 1 })
  const paused = await sendTo(tenant, [ana.id])
  await setState(paused, 'paused')
  await passMinutes(1)
  expect(await statusesAt(ana)).toEqual(['failed'])
  await setState(paused, 'running')
  await passMinutes(5)
  expect(await statusesAt(ana)).toEqual(['failed', 'delivered'])

  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ben.phone, times: 1 })
  const stopped = await sendTo(tenant, [ben.id])
  const removeFault = await instance.addFault({ kind: 'fail-send', code: 429, phone: ben.phone })
  await passMinutes(1)
  await removeFault()
  await setState(stopped, 'stopped')
  await passMinutes(1)
  expect(await statusesAt(ben)).toEqual(['failed'])
  expect((await read(tenant, stopped)).stats).toMatchObject({ outcomes: { cancelled: 1 }, reasons: [] })
})

test.each([429, 21611])('refusals with %i fail no one either', async (code) => {
  const tenant = await instance.createTenant()
  const ana = await addContact(tenant, 'Ana')
  await instance.addFault({ kind: 'fail-send', code, phone: ana.phone, times: 2 })
  const message = await sendTo(tenant, [ana.id])
  await run()
  expect((await budgetOf(tenant))?.throttleLevel).toBeGreaterThan(0)
  await run()
  expect((await read(tenant, message)).stats).toMatchObject({ outcomes: { delivered: 1 }, reasons: [] })
  expect(await arrivedTexts(tenant, ana)).toEqual(['Hello'])
})

test('numbers that the carrier cannot reach get no further group message, with the reason', async () => {
  const tenant = await instance.createTenant()
  const codes = [
    [30003, 'unreachable', 'unreachable'],
    [30005, 'invalid-number', 'unreachable'],
    [30006, 'landline', 'landline'],
    [30007, 'carrier-filtered', null],
    [21610, 'opted-out', 'opted-out'],
  ] as const
  const people: { id: string; failure: string; later: string | null }[] = []
  for (const [code, failure, later] of codes) {
    const { id, phone } = await addContact(tenant, `Person ${code}`)
    await instance.addFault({ kind: 'fail-send', code, phone, times: 1 })
    people.push({ id, failure, later })
  }
  const ids = people.map(({ id }) => id)
  const first = await sendTo(tenant, ids)
  await run()
  const reasonsOf = async (message: Pick<GroupMessage, 'id'>) => {
    const { recipients } = ok(await tenant.owner.call(groupMessages.getRecipients, { id: message.id })).data
    return people.map(({ id }) => recipients.find(({ contactID }) => contactID === id)?.reason)
  }
  expect(await reasonsOf(first)).toEqual(people.map(({ failure }) => failure))
  const second = await sendTo(tenant, ids)
  await run()
  expect(await reasonsOf(second)).toEqual(people.map(({ later }) => later))
})

/** A second number at the location, and people who have a conversation with one of the two each. */
async function withTwoNumbers(tenant: Tenant, peopleEach: number) {
  const { owner, locationIds } = tenant
  const number = { areaCode: '415', locationID: locationIds[0] ?? '', requestId: newId() }
  const { phoneNumber: second } = ok(await owner.call(contract.phoneNumbers.create, number)).data
  const numbers = [tenant.numbers[0] ?? '', second]
  const people: { id: string; phone: string; number: string }[] = []
  for (const to of numbers)
    for (let n = 0; n < peopleEach; n++) {
      const person = await addContact(tenant, `Person ${n}`)
      await tenant.textFrom(person.phone, 'Hi', { to })
      people.push({ ...person, number: to })
    }
  await instance.idle()
  return { own: numbers, people }
}

test('a number at its limit holds up its own recipients only, and everyone gets the text once', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { own, people } = await withTwoNumbers(tenant, 24)
  ok(await owner.call(sending.saveSettings, { segmentsPerSecond: 100, segmentsPerSecondByNumber: 1 }))
  // As after texts that used up what the first number may send at once.
  await instance.server.database.owner.query(
    'insert into number_send_budgets (tenant_id, tenant_phone, available, filled_at) values ($1, $2, -60, $3)',
    [tenant.tenantId, own[0], clock.now()],
  )
  const message = await sendTo(
    tenant,
    people.map(({ id }) => id),
  )
  await instance.idle()
  const arrived = async (number?: string) => {
    const texts = await Promise.all(
      people.filter((each) => each.number === number).map((each) => arrivedTexts(tenant, each)),
    )
    return texts.map((bodies) => bodies.filter((body) => body === 'Hello').length)
  }
  const countOf = async (number?: string) => (await arrived(number)).reduce((sum, n) => sum + n, 0)
  expect(await countOf(own[0])).toBe(0)
  expect(await countOf(own[1])).toBeGreaterThan(0)
  expect((await read(tenant, message)).stats.reasons).toContainEqual(
    expect.objectContaining({ reason: 'number-limit' }),
  )
  for (let minutes = 0; minutes < 3; minutes++) await passMinutes(1)
  expect(await read(tenant, message)).toMatchObject({ state: 'done' })
  for (const number of own) expect(await arrived(number)).toEqual(Array.from({ length: 24 }, () => 1))
})

test('a number whose texts are refused sends more slowly, the others do not', async () => {
  const tenant = await instance.createTenant()
  const { own, people } = await withTwoNumbers(tenant, 1)
  const [ana] = people
  await instance.addFault({ kind: 'fail-send', code: 30001, phone: ana?.phone ?? '', times: 1 })
  await sendTo(
    tenant,
    people.map(({ id }) => id),
  )
  await run()
  const { rows } = await instance.server.database.owner.query(
    'select tenant_phone, throttle_level from number_send_budgets where tenant_id = $1',
    [tenant.tenantId],
  )
  expect(rows).toEqual([{ tenant_phone: own[0], throttle_level: 1 }])
})

test('contacts without a conversation are spread over the numbers of their location, and keep theirs', async () => {
  const tenant = await instance.createTenant()
  const { owner, locationIds } = tenant
  const [locationID = ''] = locationIds
  const buy = async () => {
    const number = { areaCode: '415', locationID, requestId: newId() }
    return ok(await owner.call(contract.phoneNumbers.create, number)).data.phoneNumber
  }
  const second = await buy()
  const numbers = [tenant.numbers[0] ?? '', second]
  const people: Awaited<ReturnType<typeof addContact>>[] = []
  for (let n = 0; n < 24; n++) people.push(await addContact(tenant, `Person ${n}`))
  const [regular, ...others] = people
  if (!regular) throw new Error('There are no people.')
  await tenant.textFrom(regular.phone, 'Hi', { to: second })
  const senders = async () =>
    Promise.all(
      people.map(async ({ phone }) => {
        const sent = (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')
        return [...new Set(sent.map(({ from }) => from))]
      }),
    )
  const ids = people.map(({ id }) => id)
  await sendTo(tenant, ids)
  await run()
  const first = await senders()
  expect(first[0]).toEqual([second])
  expect(first.every((numbers) => numbers.length === 1)).toBe(true)
  for (const number of numbers) {
    const share = first.slice(1).filter(([from]) => from === number).length
    expect(share).toBeGreaterThan(others.length / 5)
  }
  // A further number changes nothing for people who were texted before.
  await buy()
  await sendTo(tenant, ids)
  await run()
  expect(await senders()).toEqual(first)
})
