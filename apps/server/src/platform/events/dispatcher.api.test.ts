import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'
import { defineEvent } from './define-event.ts'
import { type Dispatcher, startDispatcher, subscribe } from './dispatcher.ts'

let instance: TestInstance
let tenant: Tenant
beforeAll(async () => {
  instance = await startTestInstance()
  tenant = await instance.createTenant()
  await instance.idle()
  // The instance's own reader would consume the events first.
  await instance.server.dispatcher()?.stop()
})
afterAll(() => instance.close())

const contactChanged = defineEvent('contact.changed', {
  data: z.object({ contactId: z.uuid().optional() }),
  catchUp: 'conversation',
})
const JOB = 'noted-by-a-test'
const noting = [subscribe(contactChanged, ({ id }) => [{ identifier: JOB, payload: { id } }])]
const READER = { name: 'jobs', gatherMs: 25, subscriptions: noting }
const logged: unknown[][] = []
const log = { error: (...parts: unknown[]) => logged.push(parts) } as never
const start = (pool: pg.Pool = instance.server.database.dispatcher): Dispatcher => startDispatcher(pool, READER, log)

const ADD = `insert into events (tenant_id, type, created_at) select $1, 'contact.changed', now() from generate_series(1, $2) returning id`
const add = async (on: pg.Pool | pg.PoolClient, n = 1): Promise<string[]> =>
  (await on.query<{ id: string }>(ADD, [tenant.tenantId, n])).rows.map(({ id }) => id)

/** Ids of the events that became jobs, in no order. */
async function noted(): Promise<string[]> {
  const { rows } = await instance.server.database.owner.query<{ id: string }>(
    `select j.payload ->> 'id' as id from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [JOB],
  )
  return rows.map(({ id }) => id)
}

/** Polls, because nothing above an open transaction of another test of the same PostgreSQL is read. */
async function expectNoted(dispatchers: Dispatcher[], ids: string[]): Promise<void> {
  const look = async () => {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.drained()))
    return sorted(await noted())
  }
  await expect.poll(look, { timeout: 10_000 }).toEqual(sorted(ids))
  // Nothing twice, however often they poll.
  expect(await look()).toEqual(sorted(ids))
}

const sorted = (ids: Iterable<string>) => [...ids].sort((a, b) => Number(BigInt(a) - BigInt(b)))

test('an event that commits late is dispatched although its id is lower, and nothing twice', async () => {
  const { owner } = instance.server.database
  const before = await noted()
  const dispatcher = start()
  const slow = await owner.connect()
  await slow.query('begin')
  const [lower = ''] = await add(slow)
  const [higher = ''] = await add(owner)
  expect(BigInt(lower)).toBeLessThan(BigInt(higher))
  await dispatcher.drained()
  await slow.query('commit')
  slow.release()
  await expectNoted([dispatcher], [...before, lower, higher])
  await dispatcher.stop()
})

test('several dispatchers with overlapping writers dispatch every event exactly once', async () => {
  const { owner } = instance.server.database
  const before = await noted()
  const dispatchers = [start(), start(), start()]
  const written: string[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 12; i++) {
        const client = await owner.connect()
        await client.query('begin')
        written.push(...(await add(client, 1 + ((writer * 7 + i) % 20))))
        if ((writer + i) % 3 === 0) await client.query('select pg_sleep(0.02)')
        await client.query('commit')
        client.release()
        dispatchers[i % 3]?.wake()
      }
    }),
  )
  await expectNoted(dispatchers, [...before, ...written])
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
})

test('after a dispatcher dies in a batch or between two, the next one continues from its cursor', async () => {
  const { owner } = instance.server.database
  const before = await noted()
  const written = await add(owner, 2300)
  const isReadable =
    'select pg_snapshot_xmin(pg_current_snapshot()) > (select xid from events order by xid desc limit 1) as "is"'
  await expect.poll(async () => (await owner.query(isReadable)).rows, { timeout: 10_000 }).toEqual([{ is: true }])
  const { connectionString } = owner.options
  let commits = 0
  const dying = new pg.Pool({ connectionString, options: '-c role=frontdesk_dispatcher', max: 1 })
  dying.on('error', () => {})
  dying.on('connect', (client) => {
    client.on('error', () => {})
    const query = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>
    client.query = ((...parts: unknown[]) => {
      if (parts[0] !== 'commit') return query(...parts)
      commits += 1
      // Dies with its second batch written and not committed.
      return commits === 2 ? query('select pg_terminate_backend(pg_backend_pid())') : query(...parts)
    }) as typeof client.query
  })
  const first = startDispatcher(dying, READER, log)
  await expect.poll(() => commits, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  await first.stop()
  await dying.end()
  const half = await noted()
  expect(half.length - before.length).toBeGreaterThanOrEqual(500)
  const second = start()
  await expectNoted([second], [...before, ...written])
  await second.stop()
})

test('an event of an older version whose data does not fit is skipped, and the first one of its type is logged', async () => {
  const { owner } = instance.server.database
  const before = await noted()
  logged.length = 0
  const dispatcher = start()
  const [first = ''] = await add(owner)
  const { rows: unfit } = await owner.query<{ id: string }>(
    `insert into events (tenant_id, type, data, created_at)
     select $1, 'contact.changed', '{"contactId": 7}', now() from generate_series(1, 2) returning id`,
    [tenant.tenantId],
  )
  const [last = ''] = await add(owner)
  await expectNoted([dispatcher], [...before, first, last])
  await dispatcher.stop()
  expect(logged).toEqual([
    [{ type: 'contact.changed', eventId: unfit[0]?.id }, 'skipped an event whose data does not fit its definition'],
  ])
  await owner.query('delete from events where id = any($1)', [unfit.map(({ id }) => id)])
})
