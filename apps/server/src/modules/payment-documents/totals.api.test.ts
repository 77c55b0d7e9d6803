import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { dayAhead } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { createRequest } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { cashSheet, paymentRequests } = contract

const instance = await sharedTestInstance()
/** Days of the cash sheet that have what is paid in this run, also past midnight. */
const DAYS = { startDate: dayAhead(0), endDate: dayAhead(1) }

test('the totals and the cash sheet stay the same when their deltas are folded', async () => {
  const tenant = await instance.createTenant()
  const { owner, tenantId } = tenant
  for (const amount of [500, 700, 900]) {
    const { id } = await createRequest(owner, tenant, amount)
    ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID() }))
  }
  const read = async () => ({
    totals: ok(await owner.call(paymentRequests.getTotals, {})).data.totals,
    rows: ok(await owner.call(cashSheet.get, DAYS)).data.rows,
  })
  const deltas = async () => {
    const { rows } = await instance.server.database.owner.query(
      `select (select count(*)::int from payment_totals where tenant_id = $1) as totals,
         (select count(*)::int from payment_days where tenant_id = $1) as days`,
      [tenantId],
    )
    return rows[0]
  }
  const before = await read()
  expect(before.totals).toEqual([
    { kind: 'request', status: 'marked-as-paid', currency: 'USD', count: 3, amount: 2100 },
  ])
  expect(await deltas()).toEqual({ totals: 9, days: 6 })
  for (const identifier of ['fold-payment-totals', 'fold-payment-days'])
    await instance.server.database.owner.query('select jobs.enqueue($1)', [
      JSON.stringify([{ identifier, payload: { tenantId } }]),
    ])
  await instance.idle()
  expect(await deltas()).toEqual({ totals: 1, days: 2 })
  expect(await read()).toEqual(before)
})
