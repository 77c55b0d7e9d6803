import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Campaign, contract } from '@frontdesk/contract/api'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startWithCarrierFaults } from '../../testing/carrier-faults.ts'
import { ok } from '../../testing/client.ts'
import { arrivedTexts } from '../../testing/groups.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { BULK_MAX } from '../messages/outbound/delivery-jobs.ts'

const { audit, campaigns, contacts, sending } = contract

const { instance, carrier } = await startWithCarrierFaults('2039-06-14T12:00')

/** A carrier that receives requests at once and holds its responses until `release`. */
const slow = { isHolding: true, waiting: new Set<() => void>() }
function release() {
  slow.isHolding = false
  for (const respond of slow.waiting) respond()
  slow.waiting.clear()
}
const proxy = createServer(async (request, response) => {
  const body = await Array.fromAsync(request)
  if (slow.isHolding && request.method === 'POST') await new Promise<void>((resolve) => slow.waiting.add(resolve))
  const { authorization = '', 'content-type': type = '' } = request.headers
  const answer = await fetch(`${instance.url}/sandbox/twilio${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, ...(type && { 'content-type': type }) },
    ...(body.length > 0 && { body: Buffer.concat(body) }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(await answer.text())
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const slowUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
afterEach(release)
afterAll(() => proxy.close())

async function start({ owner }: Tenant, n: number) {
  ok(await owner.call(sending.saveSettings, { segmentsPerSecond: 1000 }))
  const people = Array.from({ length: n }, (_, i) => ({ name: `Person ${i}`, phone: newPhone() }))
  ok(await owner.call(contacts.addList, { contacts: people, source: 'csv-upload' }))
  const draft = ok(await owner.call(campaigns.save, { name: 'Sale', text: 'Come in', audience: { criteria: {} } })).data
  return { campaign: ok(await owner.call(campaigns.start, { id: draft.id, version: draft.version })).data, people }
}

/** A job that waits for room in the queue is due by the test clock. */
const runWaitingJobs = () =>
  instance.server.database.owner.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() and task_id =
       (select id from graphile_worker._private_tasks where identifier = 'send-group-message')`,
  )

/** Phones whose texts were claimed for the carrier. */
async function claimedPhones({ tenantId }: Tenant): Promise<string[]> {
  const { rows } = await instance.server.database.owner.query<{ phone: string }>(
    `select c.contact_phone as phone from messages m
     join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
     where m.tenant_id = $1 and m.delivery_status not in ('queued', 'failed') order by 1`,
    [tenantId],
  )
  return rows.map(({ phone }) => phone)
}

async function reachedPhones(tenant: Tenant, people: readonly { phone: string }[]): Promise<string[]> {
  const reached: string[] = []
  for (const person of people) {
    const texts = await arrivedTexts(tenant, person)
    expect(texts.length).toBeLessThanOrEqual(1)
    if (texts.length > 0) reached.push(person.phone)
  }
  return reached.toSorted()
}

const countedAtStop = async ({ owner }: Tenant) =>
  ok(await owner.call(audit.getList, { actions: ['group-message.stopped'] })).data.entries.map(({ data }) => data)
const outcomesOf = async ({ owner }: Tenant, { id }: Pick<Campaign, 'id'>) =>
  ok(await owner.call(campaigns.get, { id })).data.stats?.outcomes

test('once a campaign is stopped, the carrier gets only what was requested before, and everyone else counts as cancelled', async () => {
  const tenant = await instance.createTenant()
  slow.isHolding = true
  carrier.url = slowUrl
  const { campaign, people } = await start(tenant, 180)
  // Both jobs of the business wait for the carrier, and more texts for them.
  const waiting = async () => {
    await runWaitingJobs()
    const sent = (await outcomesOf(tenant, campaign))?.sent ?? 0
    return slow.waiting.size > BULK_MAX ? sent - slow.waiting.size : 0
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  const { stats } = ok(await tenant.owner.call(campaigns.stop, { id: campaign.id })).data
  const claimed = await claimedPhones(tenant)
  const left = 180 - claimed.length
  expect(claimed).toHaveLength(slow.waiting.size)
  expect(stats?.outcomes).toMatchObject({ cancelled: left, sent: claimed.length, pending: 0, held: 0 })
  expect(await countedAtStop(tenant)).toEqual([{ cancelled: left }])
  release()
  await instance.idle()
  expect(await reachedPhones(tenant, people)).toEqual(claimed)
  expect(await outcomesOf(tenant, campaign)).toMatchObject({ cancelled: left, delivered: claimed.length, sent: 0 })
})

test('a campaign that is stopped at any moment reports how many were left', async () => {
  for (const reached of [1, 15, 40]) {
    const tenant = await instance.createTenant()
    const { campaign, people } = await start(tenant, 120)
    await expect
      .poll(async () => (await claimedPhones(tenant)).length, { timeout: 20_000, interval: 5 })
      .toBeGreaterThanOrEqual(reached)
    const { stats } = ok(await tenant.owner.call(campaigns.stop, { id: campaign.id })).data
    const claimed = await claimedPhones(tenant)
    await instance.idle()
    expect(await reachedPhones(tenant, people)).toEqual(claimed)
    const left = 120 - claimed.length
    expect([stats?.outcomes.cancelled, await countedAtStop(tenant)]).toEqual([left, [{ cancelled: left }]])
    expect(await outcomesOf(tenant, campaign)).toMatchObject({ cancelled: left, delivered: claimed.length })
  }
})
