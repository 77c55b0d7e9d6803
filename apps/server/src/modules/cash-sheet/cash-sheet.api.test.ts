import { contract } from '@frontdesk/contract/api'
import { payoutEntries } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { dayAhead } from '../../testing/bookings.ts'
import { ok } from '../../testing/client.ts'
import { connectCashier, createRequest, openCheckout } from '../../testing/payments.ts'
import { sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { post } from '../payments-ledger/index.ts'

const { cashSheet, paymentRequests, payouts } = contract

const instance = await sharedTestInstance()
type Cashier = Awaited<ReturnType<typeof connectCashier>>

async function payByCard(tenant: Tenant, cashier: Cashier, amount: number, locationID = ''): Promise<void> {
  const { id } = await createRequest(tenant.owner, tenant, amount, { locationID })
  ok(await tenant.owner.call(paymentRequests.updateStatus, { id, status: 'sent' }))
  await cashier.pay(await openCheckout(instance, tenant, id))
}

/** The day on which the newest payout is expected at the bank. */
const newestArrival = async ({ owner }: Tenant): Promise<string> =>
  ok(await owner.call(payouts.getList, {})).data.payouts[0]?.arrivesOn ?? ''

async function readPayouts({ call }: TestUser, day: string) {
  const { rows } = ok(await call(cashSheet.get, { startDate: day, endDate: day })).data
  return new Map(
    rows.map(({ locationID, payoutExpectedAmount, payoutArrivedAmount, payoutMissingAmount }) => [
      locationID,
      [payoutExpectedAmount, payoutArrivedAmount, payoutMissingAmount],
    ]),
  )
}

test('payouts are expected and arrive on a day at the locations whose payments they consist of', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const cashier = await connectCashier(instance, tenant)
  const manager = await tenant.createUser('Manager', { locationIds: [there] })
  await payByCard(tenant, cashier, 10_000, here)
  await payByCard(tenant, cashier, 5000, there)
  await cashier.payOut()
  const day = await newestArrival(tenant)
  expect(await readPayouts(tenant.owner, day)).toEqual(
    new Map([
      [here, [9680, 0, 9680]],
      [there, [4825, 0, 4825]],
    ]),
  )
  expect(await readPayouts(manager, day)).toEqual(new Map([[there, [4825, 0, 4825]]]))

  const open = async (figure?: 'payoutMissingAmount' | 'payoutArrivedAmount', { call } = tenant.owner) =>
    ok(await call(cashSheet.getEntries, { day, locationID: there, currency: 'USD', ...(figure && { figure }) })).data
  expect((await open('payoutMissingAmount', manager)).entries).toMatchObject([
    { kind: 'payout', amount: 4825, cashAmount: 0, isHidden: false, payout: { state: 'in-transit' } },
  ])
  expect(await open('payoutArrivedAmount')).toEqual({ entries: [], isTruncated: false })
  const hidden = { day, locationID: here, currency: 'USD' as const }
  expect(await manager.call(cashSheet.getEntries, hidden)).toFail('LocationNotFound')

  const [payout] = (await cashier.state()).payouts
  await cashier.endPayout(payout?.id ?? '', 'paid')
  expect((await readPayouts(tenant.owner, day)).get(there)).toEqual([4825, 4825, 0])
  expect((await open('payoutArrivedAmount')).entries).toMatchObject([{ amount: 4825, payout: { state: 'paid' } }])
  // The whole day lists it as well.
  expect((await open()).entries.filter((entry) => entry.payout !== null)).toHaveLength(1)
})

test('a payout that failed is no longer expected, and is listed with its day', async () => {
  const tenant = await instance.createTenant()
  const [locationID = ''] = tenant.locationIds
  const cashier = await connectCashier(instance, tenant)
  await payByCard(tenant, cashier, 10_000, locationID)
  await cashier.payOut()
  const day = await newestArrival(tenant)
  const [payout] = (await cashier.state()).payouts
  await cashier.endPayout(payout?.id ?? '', 'failed')
  expect((await readPayouts(tenant.owner, day)).get(locationID)).toEqual([0, 0, 0])
  const { entries } = ok(await tenant.owner.call(cashSheet.getEntries, { day, locationID, currency: 'USD' })).data
  expect(entries.filter((entry) => entry.payout !== null)).toMatchObject([
    { amount: 9680, payout: { state: 'failed' } },
  ])
})

test('a payout in a currency that documents cannot have is a row, and opens its posting', async () => {
  const { owner, tenantId, locationIds } = await instance.createTenant()
  const [locationID = ''] = locationIds
  await instance.server.services.inTenant({ tenantId }, (tx) =>
    post(tx, {
      ...{ kind: 'payout', source: 'payout:p1:l1', documentId: null, contactId: null, actorUserId: null },
      ...{ locationId: locationID, currency: 'HUF', entries: payoutEntries(500_000) },
    }),
  )
  const { rows } = ok(await owner.call(cashSheet.get, { startDate: dayAhead(0), endDate: dayAhead(1) })).data
  expect(rows).toMatchObject([{ currency: 'HUF', payoutAmount: 500_000 }])
  const day = rows[0]?.day ?? ''
  const { entries } = ok(await owner.call(cashSheet.getEntries, { day, locationID, currency: 'HUF' })).data
  expect(entries).toMatchObject([{ kind: 'payout', amount: 500_000 }])
})
