import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../testing/house.ts'
import type { HotStatement } from './group-commit.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const ADD: HotStatement = {
  name: 'test-add-consent',
  text: `insert into consent_events (tenant_id, id, contact_phone, tenant_phone, kind, source, wording, created_at)
    values ($1, $2, $3, '+12125550100', 'help', 'text', $4, now()) returning id, pg_current_xact_id()::text as xid`,
}

test('statements of many tenants that come at once share transactions, each under its own tenant', async () => {
  const tenants = [await house.aTenant(), await house.aTenant(), await house.aTenant()]
  const { database } = house.server
  const asked = Array.from({ length: 60 }, (_, i) => ({
    id: crypto.randomUUID(),
    tenantId: tenants[i % 3]?.tenantId ?? '',
  }))
  const answers = await Promise.all(
    asked.map(({ id, tenantId }, i) =>
      database.inTenantOnce<{ id: string; xid: string }>(
        { tenantId },
        ADD,
        [tenantId, id, `+1${i}`, `word ${i}`],
        `${i}`,
      ),
    ),
  )
  expect(answers.map(([row]) => row?.id)).toEqual(asked.map(({ id }) => id))
  expect(new Set(answers.map(([row]) => row?.xid)).size).toBeLessThan(10)
  for (const { tenantId } of tenants) {
    const own = await database.inTenant({ tenantId }, (tx) => tx.selectFrom('consentEvents').select('id').execute())
    expect(own.map(({ id }) => id).sort()).toEqual(
      asked
        .filter((one) => one.tenantId === tenantId)
        .map(({ id }) => id)
        .sort(),
    )
  }
})

test('one that fails takes nobody with it, and one that reaches for another tenant is refused', async () => {
  const [mine, theirs] = [await house.aTenant(), await house.aTenant()]
  const { database } = house.server
  const taken = crypto.randomUUID()
  const add = (scope: string, tenantId: string, id: string) =>
    database.inTenantOnce({ tenantId: scope }, ADD, [tenantId, id, '+1', 'word'], id)
  await add(mine.tenantId, mine.tenantId, taken)
  const good = [crypto.randomUUID(), crypto.randomUUID()]
  const outcomes = await Promise.allSettled([
    add(mine.tenantId, mine.tenantId, good[0] ?? ''),
    add(mine.tenantId, mine.tenantId, taken),
    add(mine.tenantId, theirs.tenantId, crypto.randomUUID()),
    add(theirs.tenantId, theirs.tenantId, good[1] ?? ''),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { code: '23505' } })
  expect(outcomes[2]).toMatchObject({ reason: { code: '42501' } })
  const { rows } = await database.owner.query('select count(*)::int as n from consent_events where id = any($1)', [
    [...good, taken],
  ])
  expect(rows[0].n).toBe(3)
})
