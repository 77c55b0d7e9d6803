import { contract } from '@frontdesk/contract/api'
import {
  balancesOf,
  type DocumentStage,
  foldEntries,
  type LedgerAccount,
  type LedgerEntry,
  statusOf,
  sumOf,
} from '@frontdesk/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequest, readLedger, type StoredLedger, saveTaxes } from '../../testing/payments.ts'
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

const toEntries = (rows: readonly { debit: string; credit: string; amount: string }[]): LedgerEntry[] =>
  rows.map(({ debit, credit, amount }) => ({
    debit: debit as LedgerAccount,
    credit: credit as LedgerAccount,
    amount: Number(amount),
  }))

/** Compares everything that is stored beside the ledger with what the ledger says. */
function assertAddsUp({ entries, documents, days, credits, totals }: StoredLedger): void {
  const all = toEntries(entries)
  const balances = balancesOf(all)
  expect(sumOf(Object.values(balances))).toBe(0)
  expect(balancesOf(toEntries(days))).toEqual(balances)
  expect(sumOf(credits.map(({ amount }) => Number(amount)))).toBe(-balances.credit + 0)
  for (const row of documents) {
    const own = toEntries(entries.filter(({ documentId }) => documentId === row.id))
    const money = foldEntries(own)
    expect(money).toEqual({
      paidAmount: Number(row.paid_amount),
      handPaidAmount: Number(row.hand_paid_amount),
      tipAmount: Number(row.tip_amount),
      refundedAmount: Number(row.refunded_amount),
      refundedTaxAmount: Number(row.refunded_tax_amount),
      refundedTipAmount: Number(row.refunded_tip_amount),
      creditedAmount: Number(row.credited_amount),
      disputedAmount: Number(row.disputed_amount),
    })
    const totalAmount = Number(row.total_amount)
    expect(row.status).toBe(statusOf({ stage: row.stage as DocumentStage, totalAmount, money }))
    expect(money.refundedAmount).toBeLessThanOrEqual(money.paidAmount + money.tipAmount)
    const owed = row.stage === 'cancelled' || row.invoice_number === '' ? 0 : totalAmount - money.paidAmount
    expect(balancesOf(own).receivable).toBe(owed)
    expect(totals.find(({ status }) => status === row.status)).toBeDefined()
  }
  expect(sumOf(totals.map(({ n }) => Number(n)))).toBe(documents.length)
}

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
