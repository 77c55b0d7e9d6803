import { contract, type RefundLine } from '@frontdesk/contract/api'
import { amountOfQuantity, sumOf } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { aRequest, createRequest, saveTaxes } from '../../testing/payments.ts'
import { sharedTestInstance, type TestUser } from '../../testing/test-instance.ts'

const { paymentConfigs, paymentEstimates, paymentRequests } = contract

const instance = await sharedTestInstance()

/** A request over three brushes with two taxes and a checkup with none, paid in cash with a tip. */
async function aPaidRequest() {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const taxIDs = await saveTaxes(tenant)
  const lines = [
    { description: 'Brush', unitAmount: 333, quantity: 3000, taxIDs },
    { description: 'Checkup', unitAmount: 5000 },
  ]
  const { id } = await createRequest(owner, tenant, 0, { lines })
  ok(await owner.call(paymentRequests.markAsPaid, { id, clientPaymentId: crypto.randomUUID(), tipAmount: 500 }))
  return { tenant, owner, id }
}
const refund = (
  person: TestUser,
  id: string,
  amount: number,
  lines?: readonly Partial<RefundLine>[],
  details: object = {},
) =>
  person.call(paymentRequests.refund, { id, clientRefundId: crypto.randomUUID(), amount, lines, ...details } as never)

test('a line is refunded by quantity until nothing is left of it, with its own taxes; the rest is spread', async () => {
  const { owner, id } = await aPaidRequest()
  const before = ok(await owner.call(paymentRequests.get, { id })).data
  // 9.99 with 0.50 and 1.00 of taxes.
  expect(before.refundableLines).toEqual([
    { line: 0, quantity: 3000, amount: 1149 },
    { line: 1, quantity: 1000, amount: 5000 },
  ])
  expect(before.refundableTipAmount).toBe(500)
  const amounts: number[] = []
  for (let n = 0; n < 3; n++) {
    const [left] = ok(await owner.call(paymentRequests.get, { id })).data.refundableLines
    const amount = amountOfQuantity(left as never, 1000, 'USD')
    amounts.push(amount)
    const { refunds } = ok(await refund(owner, id, amount, [{ line: 0, quantity: 1000, amount }])).data
    expect(refunds.at(-1)).toMatchObject({ tipAmount: 0, lines: [{ line: 0, quantity: 1000 }] })
  }
  expect(amounts).toEqual([383, 383, 383])
  const after = ok(await owner.call(paymentRequests.get, { id })).data
  expect(after.refundableLines).toEqual([{ line: 1, quantity: 1000, amount: 5000 }])
  expect(sumOf(after.refunds.map(({ taxAmount }) => taxAmount))).toBe(150)
  // The whole quantity for less: the document can still be read, and the rest is refunded by amount.
  const cheap = await aPaidRequest()
  const less = ok(await refund(cheap.owner, cheap.id, 1, [{ line: 1, quantity: 1000, amount: 1 }])).data
  expect(less.refundableLines.at(-1)).toEqual({ line: 1, quantity: null, amount: 4999 })
  expect(ok(await cheap.owner.call(paymentRequests.get, { id: cheap.id })).data.refundableLines).toHaveLength(2)
  // By amount: what is left is in proportion.
  const spread = ok(await refund(owner, id, 1100)).data.refunds.at(-1)
  expect(spread).toMatchObject({
    tipAmount: 100,
    lines: [{ line: 1, quantity: null, netAmount: 1000, taxAmounts: [] }],
  })
  // The rest of the refund is taken from the tip.
  const rest = ok(await refund(owner, id, 4400, [{ line: 1, amount: 4000 }])).data
  expect(rest).toMatchObject({ status: 'refunded', refundableLines: [], refundableTipAmount: 0 })
})

test('no more of a line is refunded than is left of it, also at once, twice, or of lines that are not there', async () => {
  const { owner, id } = await aPaidRequest()
  for (const [amount, lines] of [
    [1150, [{ line: 0, amount: 1150 }]],
    [1, [{ line: 0, amount: 1, quantity: 3001 }]],
    [
      1200,
      [
        { line: 0, amount: 600 },
        { line: 0, amount: 600 },
      ],
    ],
    [1501, [{ line: 1, amount: 1000 }]],
  ] as const)
    expect(await refund(owner, id, amount, [...lines])).toFail('RefundTooHigh')
  expect(await refund(owner, id, 10, [{ line: 2, amount: 10 }])).toFail('InvalidInput')
  expect(await refund(owner, id, 10, [{ line: 1, amount: 11 }])).toFail('InvalidInput')
  expect(await refund(owner, id, 10, [{ line: 1, amount: 10 }], { source: 'credit' })).toFail('InvalidInput')
  const both = await Promise.all([0, 1].map(() => refund(owner, id, 3000, [{ line: 1, amount: 3000 }])))
  expect(both.filter((result) => 'success' in result)).toHaveLength(1)
  expect(both.find((result) => !('success' in result))).toFail('RefundTooHigh')
  const clientRefundId = crypto.randomUUID()
  const input = [id, 100, [{ line: 1, amount: 100 }], { clientRefundId }] as const
  ok(await refund(owner, ...input))
  expect(ok(await refund(owner, ...input)).data.refunds).toHaveLength(2)
  expect(await refund(owner, id, 100, [{ line: 0, amount: 100 }], { clientRefundId })).toFail('ClientPaymentIdReused')
  expect(await refund(owner, id, 100, undefined, { clientRefundId })).toFail('ClientPaymentIdReused')
  const ofAmount = { clientRefundId: crypto.randomUUID() }
  const { refunds } = ok(await refund(owner, id, 100, undefined, ofAmount)).data
  const shares = (refunds.at(-1)?.lines ?? []).map(({ line, netAmount }) => ({ line, amount: netAmount }))
  expect(await refund(owner, id, 100, shares, ofAmount)).toFail('ClientPaymentIdReused')
})

test('of a line from which an earlier payment is deducted, no more is refunded than was paid', async () => {
  const tenant = await instance.createTenant()
  const { owner } = tenant
  const { id } = ok(await owner.call(paymentEstimates.create, aRequest(tenant, 10_000))).data
  ok(await owner.call(paymentEstimates.updateStatus, { id, status: 'sent' }))
  const convert = async (part: object) => {
    const input = { id, clientDocumentId: crypto.randomUUID(), part }
    return ok(await owner.call(paymentEstimates.convert, input as never)).data.requests[0]?.id ?? ''
  }
  await convert({ kind: 'deposit', share: { kind: 'amount', amount: 3000 } })
  const rest = await convert({ kind: 'remainder' })
  ok(await owner.call(paymentRequests.markAsPaid, { id: rest, clientPaymentId: crypto.randomUUID() }))
  const { refundableLines } = ok(await owner.call(paymentRequests.get, { id: rest })).data
  expect(refundableLines).toEqual([{ line: 0, quantity: 1000, amount: 7000 }])
  const more = await refund(owner, rest, 7000, [{ line: 0, amount: 6999 }])
  expect(more).toMatchObject({ body: { errorCode: 'RefundTooHigh', data: { refundableAmount: 7000 } } })
  expect(ok(await refund(owner, rest, 7000, refundableLines)).data.status).toBe('refunded')
})

test('a second person approves the lines that were chosen; refunds of earlier versions count on each line', async () => {
  const { tenant, owner, id } = await aPaidRequest()
  ok(await refund(owner, id, 1000))
  await instance.server.database.owner.query('update payment_refunds set lines = null where tenant_id = $1', [
    tenant.tenantId,
  ])
  const before = ok(await owner.call(paymentRequests.get, { id })).data
  expect(sumOf(before.refundableLines.map(({ amount }) => amount)) + before.refundableTipAmount).toBe(5649)
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  ok(await owner.call(paymentConfigs.save, { version, refundApprovalAbove: 1500 }))
  const chosen = [{ line: 1, amount: 2000, quantity: 500 }]
  const waiting = ok(await refund(owner, id, 2000, chosen)).data.refundRequests
  expect(waiting).toMatchObject([{ state: 'waiting', lines: chosen }])
  const manager = await tenant.createUser('Manager')
  const decision = { id, refundRequestID: waiting[0]?.id ?? '', isApproved: true }
  const { refunds } = ok(await manager.call(paymentRequests.decideRefund, decision)).data
  expect(refunds.at(-1)?.lines).toEqual([{ line: 1, quantity: 500, netAmount: 2000, taxAmounts: [] }])
})
