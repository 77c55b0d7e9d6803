import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { connectCashier, createRequest, openCheckout } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentAccounts, paymentRequests } = contract

const instance = await sharedTestInstance()

test('an entry of ours that the provider lacks is listed with its amount and currency', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  const cashier = await connectCashier(instance, tenant)
  const { id } = await createRequest(owner, tenant, 10_000)
  ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  await cashier.pay(await openCheckout(instance, tenant, id))
  await instance.server.database.owner.query(
    `insert into ledger_transactions (tenant_id, transaction_id, posting_id, created_at)
     select $1, 'txn_lost', id, now() - interval '1 hour' from ledger_postings where tenant_id = $1 and kind = 'payment'`,
    [tenantId],
  )
  await instance.runJob('reconcile-payments-nightly')
  expect(ok(await owner.call(paymentAccounts.get, undefined)).data.differences).toMatchObject([
    { transactionID: 'txn_lost', kind: 'not-at-provider', type: 'payment', amount: -9680, currency: 'USD' },
  ])
})
