import { expect, test } from 'vitest'
import { sharedTestInstance } from '../../testing/test-instance.ts'
import type { BatchStatement } from './group-commit.ts'

const instance = await sharedTestInstance()

/** `owner_id` is the tenant the row claims to belong to; a non-numeric `number` fails the statement. */
const ADD: BatchStatement = {
  name: 'test-add-events',
  text: `with added as (
      insert into events (tenant_id, type, message_id, created_at)
      select owner_id, 'contact.changed', id, now() - make_interval(secs => number::int)
      from jsonb_to_recordset($1::jsonb) as r (owner_id uuid, id uuid, number text)
      returning message_id
    )
    select r.position, r.tenant_id as "tenantId", r.id, pg_current_xact_id()::text as xid
    from jsonb_to_recordset($1::jsonb) as r (position int, tenant_id uuid, id uuid) join added on added.message_id = r.id
    where r.id::text not like '0%'`,
}
interface Added {
  tenantId: string
  id: string
  xid: string
}

/** The statement returns no row for ids that begin with 0. */
const anId = () => crypto.randomUUID().replace(/^0/, 'a')

const storedIds = async (ids: string[]) => {
  const { rows } = await instance.server.database.owner.query<{ message_id: string }>(
    'select message_id from events where message_id = any($1) order by 1',
    [ids],
  )
  return rows.map(({ message_id }) => message_id)
}

test('rows of many tenants that arrive at once share transactions, and each gets its own result', async () => {
  const tenantIds = await Promise.all(Array.from({ length: 3 }, async () => (await instance.createTenant()).tenantId))
  const rows = Array.from({ length: 60 }, (_, i) => ({ tenantId: tenantIds[i % 3] ?? '', id: anId() }))
  const answers = await Promise.all(
    rows.map(({ tenantId, id }, i) =>
      instance.server.database.inBatch<Added>({ tenantId }, ADD, { id, owner_id: tenantId, number: `${i}` }),
    ),
  )
  expect(answers.map((answer) => [answer?.tenantId, answer?.id])).toEqual(
    rows.map(({ tenantId, id }) => [tenantId, id]),
  )
  expect(new Set(answers.map((answer) => answer?.xid)).size).toBeLessThan(10)
})

test('rows of two statements that arrive alternately share transactions', async () => {
  const { tenantId } = await instance.createTenant()
  const statements = [ADD, { ...ADD, name: 'test-add-other-events' }]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      instance.server.database.inBatch<Added>({ tenantId }, statements[i % 2] ?? ADD, {
        ...{ id: anId(), owner_id: tenantId, number: `${i}` },
      }),
    ),
  )
  expect(new Set(answers.map((answer) => answer?.xid)).size).toBeLessThan(10)
})

test('a failing row fails alone, even one that names a tenant outside the batch', async () => {
  const [mine, other, outside] = await Promise.all([
    instance.createTenant(),
    instance.createTenant(),
    instance.createTenant(),
  ])
  const ids = { good: anId(), malformed: anId(), foreign: anId(), unanswered: `0${anId().slice(1)}`, last: anId() }
  const add = ({ tenantId }: { tenantId: string }, id: string, row: object = {}) =>
    instance.server.database.inBatch<Added>({ tenantId }, ADD, { id, owner_id: tenantId, number: '1', ...row })
  const outcomes = await Promise.allSettled([
    add(mine, ids.good),
    add(mine, ids.malformed, { number: 'one' }),
    add(mine, ids.foreign, { owner_id: outside.tenantId, tenant_id: outside.tenantId }),
    add(other, ids.unanswered),
    add(other, ids.last),
  ])
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: { id: ids.good, tenantId: mine.tenantId } },
    { status: 'rejected', reason: { code: '22P02' } },
    { status: 'rejected', reason: { code: '42501' } },
    { status: 'fulfilled' },
    { status: 'fulfilled', value: { id: ids.last, tenantId: other.tenantId } },
  ])
  expect(outcomes[3]).toHaveProperty('value', undefined)
  expect(await storedIds(Object.values(ids))).toEqual([ids.good, ids.unanswered, ids.last].sort())
})

test('a batch that waits for a lock does not hold up the next one', async () => {
  const { tenantId } = await instance.createTenant()
  const slow: BatchStatement = {
    name: 'test-slow',
    text: 'select position, pg_sleep(2) from jsonb_to_recordset($1::jsonb) as r (position int)',
  }
  const finished: string[] = []
  await Promise.all([
    instance.server.database.inBatch({ tenantId }, slow, {}).then(() => finished.push('slow')),
    instance.server.database
      .inBatch({ tenantId }, ADD, { id: anId(), owner_id: tenantId, number: '1' })
      .then(() => finished.push('next')),
  ])
  expect(finished).toEqual(['next', 'slow'])
})
