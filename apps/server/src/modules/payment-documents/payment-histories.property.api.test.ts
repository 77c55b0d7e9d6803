import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { sumOf } from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ok } from '../../testing/client.ts'
import { assertAddsUp } from '../../testing/ledger-checks.ts'
import { createRequest, readLedger, saveTaxes } from '../../testing/payments.ts'
import { runs } from '../../testing/property-runs.ts'
import { newPhone, sharedTestInstance } from '../../testing/test-instance.ts'

const { paymentRequests } = contract

const instance = await sharedTestInstance()

const DOCUMENTS = 2
const document = fc.nat({ max: DOCUMENTS - 1 })
const amount = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(1, 999, 1150))
const step = fc.oneof(
  fc.record({ kind: fc.constant('claim'), document, status: fc.constantFrom('sent', 'sent-reminder', 'cancelled') }),
  fc.record({
    kind: fc.constant('pay'),
    document,
    amount,
    tipAmount: fc.constantFrom(0, 0, 77),
    method: fc.constantFrom('cash', 'check', 'credit'),
  }),
  fc.record({
    kind: fc.constant('refund'),
    document,
    amount,
    source: fc.constantFrom('payment', 'payment', 'credit'),
    target: fc.constantFrom('cash', 'cash', 'credit'),
  }),
  fc.record({
    kind: fc.constant('refund'),
    document,
    amount,
    lines: fc.array(fc.record({ line: fc.nat({ max: 2 }), amount, quantity: fc.constantFrom(null, 500, 1000) }), {
      maxLength: 2,
    }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Refunds are spread to the cent, and no line gives back more than it came to. */
function assertSpread({ lines, refunds }: PaymentDetail) {
  const ofLines = refunds
    .filter(({ source }) => source === 'payment')
    .flatMap((refund) => {
      const sums = refund.lines.map(({ netAmount, taxAmounts }) => [netAmount, sumOf(taxAmounts)] as const)
      expect(sumOf(sums.map(([net]) => net))).toBe(refund.netAmount)
      expect(sumOf(sums.map(([, tax]) => tax))).toBe(refund.taxAmount)
      expect(refund.netAmount + refund.taxAmount + refund.tipAmount).toBe(refund.amount)
      return refund.lines
    })
  for (const [index, line] of lines.entries()) {
    const shares = ofLines.filter((share) => share.line === index)
    expect(sumOf(shares.map(({ netAmount }) => netAmount))).toBeLessThanOrEqual(line.netAmount)
    for (const [tax, amount] of line.taxAmounts.entries())
      expect(sumOf(shares.map(({ taxAmounts }) => taxAmounts[tax] ?? 0))).toBeLessThanOrEqual(amount)
    expect(sumOf(shares.map(({ quantity }) => quantity ?? 0))).toBeLessThanOrEqual(line.quantity)
  }
}

test('whatever happens to requests, in any order and at once, the ledger is zero and states are those it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { minLength: 4, maxLength: 14 }), async (steps) => {
      const tenant = await instance.createTenant()
      const { owner } = tenant
      const taxIDs = await saveTaxes(tenant)
      const contact = { name: 'Maya Chen', phone: newPhone() }
      const lines = [
        { description: 'Checkup', unitAmount: 1000, taxIDs },
        { description: 'Brush', unitAmount: 333, quantity: 2000, taxIDs: taxIDs.slice(1) },
      ]
      const ids: string[] = []
      for (let n = 0; n < DOCUMENTS; n++) ids.push((await createRequest(owner, tenant, 0, { contact, lines })).id)
      const run = (action: Step) => {
        const id = ids[action.document] ?? ''
        if (action.kind === 'claim')
          return owner.call(paymentRequests.updateStatus, { id, status: action.status } as never)
        const client = action.kind === 'pay' ? 'clientPaymentId' : 'clientRefundId'
        const input = { ...action, id, [client]: crypto.randomUUID() } as never
        const call = () =>
          action.kind === 'pay'
            ? owner.call(paymentRequests.markAsPaid, input)
            : owner.call(paymentRequests.refund, input)
        // A double tap.
        return Promise.all([call(), call()])
      }
      // Two steps at a time.
      for (let at = 0; at < steps.length; at += 2) await Promise.all(steps.slice(at, at + 2).map(run))
      assertAddsUp(await readLedger(instance.server.database.owner, tenant))
      for (const id of ids) assertSpread(ok(await owner.call(paymentRequests.get, { id })).data)
    }),
    runs(8),
  )
})
