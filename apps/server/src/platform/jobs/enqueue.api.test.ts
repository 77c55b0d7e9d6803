import { expect, test, vi } from 'vitest'
import { sharedTestInstance } from '../../testing/test-instance.ts'
import { enqueue } from './enqueue.ts'

const instance = await sharedTestInstance()

test('jobs of two businesses with the same key do not replace each other', async () => {
  const jobKey = `group-message:${crypto.randomUUID()}`
  const tenants = [await instance.createTenant(), await instance.createTenant()]
  const runAt = new Date(Date.now() + 3_600_000).toISOString()
  for (const { tenantId } of tenants)
    await instance.server.services.inTenant({ tenantId }, (tx) =>
      enqueue(tx, { identifier: 'send-group-message', payload: { tenantId, id: crypto.randomUUID() }, jobKey, runAt }),
    )
  const { rows } = await instance.server.services.database.owner.query(
    'select key from graphile_worker._private_jobs where key like $1',
    [`%${jobKey}`],
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual(
    tenants.map(({ tenantId }) => `${tenantId} ${jobKey}`).toSorted(),
  )
  await instance.server.services.database.owner.query('delete from graphile_worker._private_jobs where key like $1', [
    `%${jobKey}`,
  ])
})

test('of two jobs with one key in one call, the last is run', async () => {
  const { tenantId } = await instance.createTenant()
  const jobKey = `twice:${crypto.randomUUID()}`
  const runAt = new Date(Date.now() + 3_600_000).toISOString()
  const spec = (id: string) => ({ identifier: 'send-group-message', payload: { tenantId, id }, jobKey, runAt })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await instance.server.services.inTenant({ tenantId }, (tx) => enqueue(tx, spec(first), spec(second)))
  const { rows } = await instance.server.services.database.owner.query(
    `delete from graphile_worker._private_jobs where key like $1 returning payload ->> 'id' as id`,
    [`%${jobKey}`],
  )
  expect(rows).toEqual([{ id: second }])
})

test('a job is not lost while a worker locks the one that it replaces', async () => {
  const { tenantId } = await instance.createTenant()
  const { owner } = instance.server.services.database
  const jobKey = `locked:${crypto.randomUUID()}`
  const runAt = new Date(Date.now() + 3_600_000).toISOString()
  const spec = (id: string) => ({ identifier: 'send-group-message', payload: { tenantId, id }, jobKey, runAt })
  const add = (id: string) => instance.server.services.inTenant({ tenantId }, (tx) => enqueue(tx, spec(id)))
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await add(first)
  const worker = await owner.connect()
  try {
    await worker.query('begin')
    await worker.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1 where key like $1",
      [`%${jobKey}`],
    )
    const added = add(second)
    await vi.waitFor(async () => {
      const { rows } = await owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      expect(rows.length).toBeGreaterThan(0)
    })
    await worker.query('commit')
    await added
  } finally {
    worker.release()
  }
  const { rows } = await owner.query(
    `delete from graphile_worker._private_jobs where payload ->> 'tenantId' = $1 and payload ->> 'id' = any($2)
     returning payload ->> 'id' as id, locked_by as "lockedBy"`,
    [tenantId, [first, second]],
  )
  expect(new Map(rows.map(({ id, lockedBy }) => [id, lockedBy]))).toEqual(
    new Map([
      [first, 'worker'],
      [second, null],
    ]),
  )
})
