import { sumOf } from './money.ts'
import type { Components } from './payment-amounts.ts'
import type { DocumentStage, PaymentStatus } from './payments.ts'

/**
 * Accounts of the ledger. `receivable`: what contacts owe. `provider`: money at the card processor. `cash`: money that
 * a teammate recorded. `credit`: what we owe contacts. `payouts`: what the processor paid to the bank.
 */
export const LEDGER_ACCOUNTS = [
  'receivable',
  'sales',
  'tax',
  'tips',
  'provider',
  'cash',
  'credit',
  'refunds',
  'fees',
  'disputes',
  'payouts',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** Why money moved. */
export const POSTING_KINDS = [
  'issue',
  'cancel',
  'payment',
  'refund',
  'credit-refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  'fee',
  'payout',
  'payout-failed',
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]

/** Moves an amount from the account that is credited to the one that is debited; so it cannot fail to balance. */
export interface LedgerEntry {
  debit: LedgerAccount
  credit: LedgerAccount
  amount: number
}

const isMoved = ({ amount }: LedgerEntry): boolean => amount > 0

/** The contact got the document and owes its total. */
export const issueEntries = ({ netAmount, taxAmount }: { netAmount: number; taxAmount: number }): LedgerEntry[] =>
  (
    [
      { debit: 'receivable', credit: 'sales', amount: netAmount },
      { debit: 'receivable', credit: 'tax', amount: taxAmount },
    ] satisfies LedgerEntry[]
  ).filter(isMoved)

/** A document that nothing was paid for is cancelled. */
export const cancelEntries = (document: { netAmount: number; taxAmount: number }): LedgerEntry[] =>
  issueEntries(document).map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }))

/** Money from the contact: for the due amount and a tip; the rest becomes the contact’s credit. */
export function paymentEntries({
  account,
  amount,
  tipAmount,
  dueAmount,
}: {
  account: 'provider' | 'cash' | 'credit'
  amount: number
  tipAmount: number
  dueAmount: number
}): LedgerEntry[] {
  const paid = Math.min(amount, dueAmount)
  const entries: LedgerEntry[] = [
    { debit: account, credit: 'receivable', amount: paid },
    { debit: account, credit: 'tips', amount: tipAmount },
    { debit: account, credit: 'credit', amount: amount - paid },
  ]
  return entries.filter((entry) => isMoved(entry) && entry.debit !== entry.credit)
}

/** Money back to the contact for a part of the sold items. */
export const refundEntries = (
  { netAmount, taxAmounts, tipAmount }: Components,
  account: 'provider' | 'cash' | 'credit',
): LedgerEntry[] =>
  (
    [
      { debit: 'refunds', credit: account, amount: netAmount },
      { debit: 'tax', credit: account, amount: sumOf(taxAmounts) },
      { debit: 'tips', credit: account, amount: tipAmount },
    ] satisfies LedgerEntry[]
  ).filter(isMoved)

/** Credit that is handed out. */
export const creditRefundEntries = (amount: number, account: 'provider' | 'cash'): LedgerEntry[] => [
  { debit: 'credit', credit: account, amount },
]

/** Takes a posting back: a refund that failed, a payout that came back. */
export const reverseEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  entries.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }))

/** The provider’s fee for a transaction; below zero: a fee that it gives back. */
export const feeEntries = (amount: number): LedgerEntry[] =>
  amount === 0 ? [] : signedEntry('fees', 'provider', amount)

/** Money that the provider takes for a dispute; below zero: money that it gives back. */
export const disputeEntries = (amount: number): LedgerEntry[] =>
  amount === 0 ? [] : signedEntry('disputes', 'provider', amount)

/** Money that goes to the bank; below zero: money that the provider takes from it. */
export const payoutEntries = (amount: number): LedgerEntry[] =>
  amount === 0 ? [] : signedEntry('payouts', 'provider', amount)

const signedEntry = (debit: LedgerAccount, credit: LedgerAccount, amount: number): LedgerEntry[] =>
  amount > 0 ? [{ debit, credit, amount }] : [{ debit: credit, credit: debit, amount: -amount }]

/** Amounts of a document in the ledger. */
export interface DocumentMoney {
  /** Paid for the document, without tips. */
  paidAmount: number
  /** The part of it that a teammate recorded. */
  handPaidAmount: number
  tipAmount: number
  /** Of payments and tips. */
  refundedAmount: number
  refundedTaxAmount: number
  refundedTipAmount: number
  /** Paid above the due amount, and kept as credit. */
  creditedAmount: number
  disputedAmount: number
}

export const NO_MONEY: DocumentMoney = {
  paidAmount: 0,
  handPaidAmount: 0,
  tipAmount: 0,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  refundedTipAmount: 0,
  creditedAmount: 0,
  disputedAmount: 0,
}

const MONEY_ACCOUNTS: readonly LedgerAccount[] = ['provider', 'cash', 'credit']
const isMoney = (account: LedgerAccount): boolean => MONEY_ACCOUNTS.includes(account)

/**
 * Adds entries of a document to its amounts. Entries of a failed refund are subtracted: otherwise a tip that is put
 * back would read like another tip.
 */
export function foldEntries(
  entries: readonly LedgerEntry[],
  from: DocumentMoney = NO_MONEY,
  kind?: PostingKind,
): DocumentMoney {
  if (kind === 'refund-failed') {
    const put = foldEntries(reverseEntries(entries))
    return {
      ...from,
      refundedAmount: from.refundedAmount - put.refundedAmount,
      refundedTaxAmount: from.refundedTaxAmount - put.refundedTaxAmount,
      refundedTipAmount: from.refundedTipAmount - put.refundedTipAmount,
    }
  }
  const money = { ...from }
  for (const { debit, credit, amount } of entries) {
    if (isMoney(debit) && credit === 'receivable') {
      money.paidAmount += amount
      if (debit === 'cash') money.handPaidAmount += amount
    } else if (isMoney(debit) && credit === 'tips') money.tipAmount += amount
    else if (debit !== 'credit' && isMoney(debit) && credit === 'credit') money.creditedAmount += amount
    else if (isMoney(credit) && (debit === 'refunds' || debit === 'tax' || debit === 'tips')) {
      money.refundedAmount += amount
      if (debit === 'tax') money.refundedTaxAmount += amount
      if (debit === 'tips') money.refundedTipAmount += amount
    } else if (debit === 'disputes') money.disputedAmount += amount
    else if (credit === 'disputes') money.disputedAmount -= amount
  }
  return money
}

/** The balance of each account: debits less credits. All together they are zero. */
export function balancesOf(entries: readonly LedgerEntry[]): Record<LedgerAccount, number> {
  const balances = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0])) as Record<LedgerAccount, number>
  for (const { debit, credit, amount } of entries) {
    balances[debit] += amount
    balances[credit] -= amount
  }
  return balances
}

/** The amount that can still be refunded: never more than was paid. */
export const refundableAmount = ({ paidAmount, tipAmount, refundedAmount, disputedAmount }: DocumentMoney): number =>
  Math.max(0, paidAmount + tipAmount - refundedAmount - disputedAmount)

/** The status of a document, from its stage and its money. */
export function statusOf({
  stage,
  totalAmount,
  money,
  isProcessing = false,
  hasFailed = false,
}: {
  stage: DocumentStage
  totalAmount: number
  money: DocumentMoney
  /** A payment has begun and is not settled. */
  isProcessing?: boolean
  /** The last attempt to pay failed. */
  hasFailed?: boolean
}): PaymentStatus {
  if (money.disputedAmount > 0) return 'disputed'
  const captured = money.paidAmount + money.tipAmount
  if (captured > 0) {
    if (money.refundedAmount >= captured) return 'refunded'
    if (money.refundedAmount > 0) return 'partly-refunded'
    if (money.paidAmount < totalAmount) return 'partly-paid'
    return money.handPaidAmount > 0 ? 'marked-as-paid' : 'paid'
  }
  if (stage === 'draft' || stage === 'cancelled' || stage === 'replaced') return stage
  if (isProcessing) return 'processing'
  return hasFailed ? 'failed' : stage
}
