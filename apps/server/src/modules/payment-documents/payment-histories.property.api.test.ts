import { contract } from '@frontdesk/contract/api'
import fc from 'fast-check'
import { test } from 'vitest'
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
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('whatever happens to requests, in any order and at once, the ledger is zero and states are those it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { minLength: 4, maxLength: 14 }), async (steps) => {
      const tenant = await instance.createTenant()
      const { owner } = tenant
      const taxIDs = await saveTaxes(tenant)
      const contact = { name: 'Maya Chen', phone: newPhone() }
      const lines = [{ description: 'Checkup', unitAmount: 1000, taxIDs }]
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
      assertAddsUp(await readLedger(instance, tenant))
    }),
    runs(8),
  )
})
