import { AsyncLocalStorage } from 'node:async_hooks'
import { contract } from '@frontdesk/contract/api'
import { GROUP_BATCH } from '@frontdesk/contract/rules'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { ok } from '../../testing/client.ts'
import { startGroupMessageTests } from '../../testing/group-message-tests.ts'
import { addGroup, arrivedTexts, groupMessage } from '../../testing/groups.ts'
import { newPhone, type Tenant } from '../../testing/test-instance.ts'
import { lockGroupMessage } from './rows.ts'
import { sendBatch } from './send-group-message.job.ts'

const { contacts, groupMessages, groups } = contract

const { instance, clock, sendMessage, finish, getMessage } = await startGroupMessageTests()

/** Runs batches of a held message in one transaction until it waits or ends. */
const runBatches = (tenant: Tenant, id: string, after: () => void = () => {}) =>
  instance.server.services.inTenant({ tenantId: tenant.tenantId }, async (tx) => {
    const row = await lockGroupMessage(tx, id)
    if (!row) throw new Error('The group message is missing.')
    while ((await sendBatch(instance.server.services, tx, row)) === 'more');
    after()
  })

const addMany = async ({ owner }: Tenant, n: number) => {
  const list = Array.from({ length: n }, (_, index) => ({ name: `Member ${index}`, phone: newPhone() }))
  ok(await owner.call(contacts.addList, { contacts: list, source: 'csv-upload' }))
  return list
}

test('killed between a batch and its commit, everyone still gets it once', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const list = await addMany(tenant, 12)
  const { id } = await sendMessage(tenant.owner, { criteria: {} })
  clock.goToNext('09:00')
  const killed = runBatches(tenant, id, () => {
    throw new Error('Killed.')
  })
  await expect(killed).rejects.toThrow('Killed.')
  expect((await getMessage(tenant.owner, id)).stats.outcomes).toMatchObject({ held: 12, sent: 0 })
  await finish()
  expect(await getMessage(tenant.owner, id)).toMatchObject({ state: 'done', stats: { outcomes: { delivered: 12 } } })
  for (const contact of list) expect(await arrivedTexts(tenant, contact)).toEqual(['Hello'])
  clock.goToNext('12:00')
})

test('a group message does not run ahead of the carrier, and takes its waiting texts along when it is stopped', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addMany(tenant, 26)
  const { id } = await sendMessage(owner, { criteria: {} })
  clock.goToNext('09:00')
  // Nothing is sent before the commit, so all texts wait for the carrier.
  await runBatches(tenant, id)
  const { stats } = ok(await owner.call(groupMessages.stop, { id })).data
  // Six have no text, and others one that waits for the carrier.
  expect(stats.outcomes).toMatchObject({ pending: 0, held: 0 })
  expect(stats.outcomes.cancelled).toBeGreaterThanOrEqual(6)
  await finish()
  const { outcomes } = (await getMessage(owner, id)).stats
  expect(outcomes).toMatchObject({ pending: 0, sent: 0, failed: 0, cancelled: stats.outcomes.cancelled })
  expect(outcomes.delivered + outcomes.cancelled).toBe(26)
  expect(outcomes.delivered).toBeLessThanOrEqual(20)
  clock.goToNext('12:00')
})

test('what is the same for a batch is read once, not for each recipient', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner } = tenant
  await addMany(tenant, 20)
  // Counts the statements of this test's transaction only, and not those of jobs that run meanwhile.
  const counted = new AsyncLocalStorage<{ statements: number }>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const count = counted.getStore()
    if (count) count.statements++
    return Reflect.apply(query, this, args)
  })
  /** Statements per recipient of a message to all 20. */
  const measure = async () => {
    clock.goToNext('22:00')
    const { id } = await sendMessage(owner, { criteria: {}, text: 'Hi :contact_first_name:' })
    clock.goToNext('09:00')
    const count = { statements: 0 }
    await counted.run(count, () => runBatches(tenant, id))
    await finish()
    expect((await getMessage(owner, id)).stats.outcomes).toMatchObject({ delivered: 20 })
    return count.statements / 20
  }
  const first = await measure()
  const again = await measure()
  spy.mockRestore()
  // It was 33 for a new conversation and 23 for an existing one while everything was read for each recipient, and 13
  // and 7 while each text was written by itself.
  expect(first).toBeLessThan(3)
  expect(again).toBeLessThan(2.5)
  clock.goToNext('12:00')
})

test('more recipients than a batch are stored by a job, and then sent to', async () => {
  clock.goToNext('22:00')
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  await instance.server.database.owner.query(
    `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at)
     select $1, gen_random_uuid(), 'Contact ' || i, '+1415' || (5000000 + i), 'US', $2, 'csv-upload', now()
     from generate_series(1, $3) i`,
    [tenantId, tenant.locationIds[0], GROUP_BATCH + 10],
  )
  // As autovacuum does; without statistics the plans of a shared database vary from run to run.
  await instance.server.database.owner.query('analyze contacts')
  const { sid: groupSid, members } = await addGroup(owner, { criteria: {} })
  expect(members).toBe(GROUP_BATCH)
  await instance.idle()
  expect(ok(await owner.call(groups.getBySid, { sid: groupSid })).data).toMatchObject({
    members: GROUP_BATCH + 10,
    isAddingMembers: false,
  })
  // Held for undoing, so that nothing is sent before the test has looked.
  const started = ok(await owner.call(groups.sendMessage, groupMessage({ groupSid, canUndo: true }))).data
  expect(started.stats.recipients).toBe(GROUP_BATCH)
  await instance.idle()
  const collected = await getMessage(owner, started.id)
  expect(collected).toMatchObject({ state: 'running', stats: { recipients: GROUP_BATCH + 10 } })
  ok(await owner.call(groupMessages.undo, { id: started.id }))
  clock.goToNext('12:00')
}, 60_000)
