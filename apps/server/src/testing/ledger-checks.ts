import assert from 'node:assert/strict'
import {
  balancesOf,
  type DocumentStage,
  foldEntries,
  type LedgerAccount,
  type LedgerEntry,
  NO_MONEY,
  statusOf,
  sumOf,
} from '@frontdesk/contract/rules'
import type { StoredLedger } from './payments.ts'

const toEntries = (rows: readonly { debit: string; credit: string; amount: string }[]): LedgerEntry[] =>
  rows.map(({ debit, credit, amount }) => ({
    debit: debit as LedgerAccount,
    credit: credit as LedgerAccount,
    amount: Number(amount),
  }))

/** Compares everything that is stored beside the ledger with what the ledger says. */
export function assertAddsUp({ entries, documents, days, credits, totals }: StoredLedger): void {
  const all = toEntries(entries)
  const balances = balancesOf(all)
  assert.equal(sumOf(Object.values(balances)), 0)
  assert.deepEqual(balancesOf(toEntries(days)), balances)
  assert.equal(sumOf(credits.map(({ amount }) => Number(amount))), -balances.credit + 0)
  for (const row of documents) {
    const ofDocument = toEntries(entries.filter(({ documentId }) => documentId === row.id))
    // A refund that failed is subtracted, so its kind matters.
    const byKind = Map.groupBy(
      entries.filter(({ documentId }) => documentId === row.id),
      ({ kind }) => kind,
    )
    const money = [...byKind].reduce((sum, [kind, rows]) => foldEntries(toEntries(rows), sum, kind), NO_MONEY)
    assert.deepEqual(money, {
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
    const attempts = { isProcessing: row.is_processing === true, hasFailed: row.has_failed === true }
    assert.equal(row.status, statusOf({ stage: row.stage as DocumentStage, totalAmount, money, ...attempts }))
    assert.ok(money.refundedAmount <= money.paidAmount + money.tipAmount)
    // Estimates are no debt.
    const isOwed = row.kind === 'request' && row.stage !== 'cancelled' && row.invoice_number !== ''
    const owed = isOwed ? totalAmount - money.paidAmount : 0
    assert.equal(balancesOf(ofDocument).receivable, owed)
    assert.ok(totals.some(({ status }) => status === row.status))
  }
  assert.equal(sumOf(totals.map(({ n }) => Number(n))), documents.length)
}
