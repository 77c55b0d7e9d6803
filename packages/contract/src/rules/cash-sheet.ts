import type { PayoutState } from './payment-accounts.ts'
import type { LedgerEntry, PostingKind } from './payment-ledger.ts'

/** An entry of the ledger, with why it was posted. */
export interface PostedEntry extends LedgerEntry {
  kind: PostingKind
}

type Moves = Pick<PostedEntry, 'kind' | 'debit' | 'credit'>

/** How often an entry counts: 1, -1 for what is taken back, or 0. */
type Sign = (entry: Moves) => number

const into =
  (account: PostedEntry['debit']): Sign =>
  ({ debit, credit }) =>
    Number(debit === account) - Number(credit === account)
const paidTo =
  (account: PostedEntry['debit']): Sign =>
  ({ debit, credit }) =>
    Number(debit === account && credit === 'receivable') - Number(debit === 'receivable' && credit === account)

/** Accounts that a refund takes from. */
const REFUNDED: readonly PostedEntry['debit'][] = ['refunds', 'tax', 'tips', 'credit']
const refundedFrom =
  (account: PostedEntry['credit']): Sign =>
  ({ kind, debit, credit }) => {
    if (!kind.includes('refund')) return 0
    return (
      Number(credit === account && REFUNDED.includes(debit)) - Number(debit === account && REFUNDED.includes(credit))
    )
  }

/** The figures of a day of the cash sheet, from the entries that were posted on it. */
export const CASH_FIGURES = {
  sentAmount: ({ kind }) => Number(kind === 'issue'),
  cancelledAmount: ({ kind }) => Number(kind === 'cancel'),
  paidCashAmount: paidTo('cash'),
  paidOnlineAmount: paidTo('provider'),
  paidCreditAmount: paidTo('credit'),
  tipAmount: ({ kind, credit }) => Number(kind === 'payment' && credit === 'tips'),
  overpaidAmount: ({ kind, credit }) => Number(kind === 'payment' && credit === 'credit'),
  refundedCashAmount: ({ credit }) => Number(credit === 'cash'),
  refundedOnlineAmount: refundedFrom('provider'),
  refundedCreditAmount: ({ kind, credit }) => Number(kind === 'refund' && credit === 'credit'),
  feeAmount: into('fees'),
  disputedAmount: into('disputes'),
  payoutAmount: into('payouts'),
  cashAmount: into('cash'),
  onlineAmount: into('provider'),
} as const satisfies Record<string, Sign>
export type CashFigure = keyof typeof CASH_FIGURES
export const CASH_FIGURE_KEYS = Object.keys(CASH_FIGURES) as [CashFigure, ...CashFigure[]]

/** Sum of the entries in a figure. */
export const figureOf = (figure: CashFigure, entries: readonly PostedEntry[]): number =>
  entries.reduce((sum, entry) => sum + CASH_FIGURES[figure](entry) * entry.amount, 0)

const isExpected = (state: PayoutState): boolean => state !== 'failed' && state !== 'cancelled'

/** The figures of a day from the payouts that are expected at the bank on it, by their state now. */
export const PAYOUT_FIGURES = {
  payoutExpectedAmount: isExpected,
  payoutArrivedAmount: (state) => state === 'paid',
  payoutMissingAmount: (state) => isExpected(state) && state !== 'paid',
} as const satisfies Record<string, (state: PayoutState) => boolean>
export type PayoutFigure = keyof typeof PAYOUT_FIGURES
export const PAYOUT_FIGURE_KEYS = Object.keys(PAYOUT_FIGURES) as [PayoutFigure, ...PayoutFigure[]]

export type SheetFigure = CashFigure | PayoutFigure
export const isPayoutFigure = (figure: SheetFigure): figure is PayoutFigure => figure in PAYOUT_FIGURES
