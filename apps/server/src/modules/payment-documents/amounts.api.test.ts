import { contract } from '@frontdesk/contract/api'
import { AMOUNT_MAX } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aRequest, createRequest } from '../../testing/payments.ts'
import { sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()

test('prices below zero, of parts of a unit or too large are refused, also where a quantity makes them so', async () => {
  const tenant = await instance.createTenant()
  const create = (line: object) =>
    tenant.owner.call(
      paymentRequests.create,
      aRequest(tenant, 0, { lines: [{ description: 'Checkup', unitAmount: 100, ...line }] }),
    )
  for (const unitAmount of [-1, 0.5, AMOUNT_MAX + 1]) expect(await create({ unitAmount })).toFail('InvalidInput')
  for (const quantity of [0, -1000, 0.5]) expect(await create({ quantity })).toFail('InvalidInput')
  expect(await create({ unitAmount: AMOUNT_MAX, quantity: 2000 })).toFail('InvalidInput')
  for (const rate of [-1, 100_001, 33_333.3])
    expect(await create({ discount: { kind: 'percent', rate } })).toFail('InvalidInput')
  expect(ok(await create({ unitAmount: AMOUNT_MAX })).data.totalAmount).toBe(AMOUNT_MAX)
})

test('the smallest unit, a third, yen and dinars are requested and paid to the unit, but not nothing', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const send = async (amount: number, details: object = {}) => {
    const { id } = await createRequest(owner, tenant, amount, details)
    return ok(await owner.call(paymentRequests.updateStatus, { id, status: 'sent' })).data
  }
  const pay = (id: string, details: object = {}) =>
    owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), ...details })
  const refund = (id: string, amount: number) =>
    owner.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount })

  expect(await owner.call(paymentRequests.create, aRequest(tenant, 0))).toFail('InvalidInput')
  const cent = await send(1)
  for (const amount of [0, -1, 0.5]) expect(await pay(cent.id, { amount })).toFail('InvalidInput')
  expect(ok(await pay(cent.id)).data).toMatchObject({ status: 'marked-as-paid', paidAmount: 1, dueAmount: 0 })
  for (const amount of [0, -1, 0.5]) expect(await refund(cent.id, amount)).toFail('InvalidInput')
  expect(await refund(cent.id, 2)).toFail('RefundTooHigh')
  expect(ok(await refund(cent.id, 1)).data).toMatchObject({ status: 'refunded', refundedAmount: 1 })

  const yen = await send(101, { currency: 'JPY', discount: { kind: 'percent', rate: 33_333 } })
  // 33.333 % of ¥101 is ¥33.67.
  expect(yen).toMatchObject({ currency: 'JPY', discountAmount: 34, totalAmount: 67 })
  expect(ok(await pay(yen.id, { amount: 66 })).data).toMatchObject({ status: 'partly-paid', dueAmount: 1 })

  const dinars = await send(1235, { currency: 'KWD', discount: { kind: 'percent', rate: 10_000 } })
  // A tenth of 1.235 dinars is 0.1235.
  expect(dinars).toMatchObject({ currency: 'KWD', discountAmount: 124, totalAmount: 1111 })
  expect(ok(await pay(dinars.id, { amount: 1110 })).data).toMatchObject({ status: 'partly-paid', dueAmount: 1 })

  const estimate = ok(
    await owner.call(paymentEstimates.create, {
      ...aRequest(tenant, 10_000),
      deposit: { kind: 'percent', rate: 33_333 },
    }),
  ).data
  expect(estimate.depositAmount).toBe(3333)
  // The provider charges dinars only with a zero at the end.
  const inDinars = { currency: 'KWD', deposit: { kind: 'percent', rate: 33_333 } }
  const quote = ok(await owner.call(paymentEstimates.create, aRequest(tenant, 10_000, inDinars))).data
  expect(quote.depositAmount).toBe(3330)
})
