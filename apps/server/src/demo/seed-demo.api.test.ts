import { afterAll, expect, test } from 'vitest'
import { createCashier } from '../testing/cashier.ts'
import { assertAddsUp } from '../testing/ledger-checks.ts'
import { readLedger } from '../testing/payments.ts'
import { assertEqualsProvider } from '../testing/provider-checks.ts'
import { startTestInstance } from '../testing/test-instance.ts'
import { seedDemo } from './seed-demo.ts'

const instance = await startTestInstance()
afterAll(() => instance.close())

test('the demo business is connected with the sandbox’s Stripe, and its books equal Stripe’s to the cent', async () => {
  const { owner: database } = instance.server.database
  await seedDemo(instance.server, instance.sandbox)
  await instance.idle()
  await instance.runJob('reconcile-payments-nightly')
  await instance.runDelayedJobs('reconcile-payments', { mayHaveRun: true })
  const { rows } = await database.query(
    'select tenant_id as "tenantId", account_id as "accountId" from payment_accounts where is_charge_enabled',
  )
  expect(rows).toHaveLength(1)
  const [{ tenantId, accountId }] = rows
  const state = await createCashier(instance, accountId).state({ limit: 100 })
  for (const kind of ['charges', 'disputes', 'payouts'] as const)
    expect([kind, state[kind].length > 0]).toEqual([kind, true])
  await assertEqualsProvider(database, tenantId, state)
  assertAddsUp(await readLedger(database, { tenantId }))
})
