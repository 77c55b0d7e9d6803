import type { PaymentDifferenceKind, PostingKind } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const DIFFERENCE_TEXTS: Record<PaymentDifferenceKind, MessageDescriptor> = {
  'not-in-ledger': msg`On Stripe, but not in Frontdesk`,
  'not-at-provider': msg`In Frontdesk, but not on Stripe`,
  'other-amount': msg`Different amounts`,
}

const payment = msg`Payment`
const failedPayment = msg`Failed payment`
const refund = msg`Refund`
const failedRefund = msg`Failed refund`
const payout = msg`Payout`
const failedPayout = msg`Failed payout`
const fee = msg`Stripe fee`
const reserve = msg`Reserve held by Stripe`
const topUp = msg`Top-up of the balance`
const transfer = msg`Transfer`

/**
 * Types of balance transactions that accounts like ours have: https://docs.stripe.com/reports/balance-transaction-types
 */
const STRIPE_TEXTS: Record<string, MessageDescriptor> = {
  adjustment: msg`Dispute or correction by Stripe`,
  application_fee: fee,
  application_fee_refund: msg`Refunded fee`,
  charge: payment,
  payment,
  payment_failure_refund: failedPayment,
  payment_refund: refund,
  payment_reversal: failedPayment,
  payout,
  payout_cancel: msg`Canceled payout`,
  payout_failure: failedPayout,
  payout_minimum_balance_hold: reserve,
  payout_minimum_balance_release: reserve,
  payment_network_reserve_hold: reserve,
  payment_network_reserve_release: reserve,
  refund,
  refund_failure: failedRefund,
  reserve_hold: reserve,
  reserve_release: reserve,
  reserve_transaction: reserve,
  reserved_funds: reserve,
  stripe_fee: fee,
  stripe_fx_fee: msg`Stripe fee for the exchange of currencies`,
  tax_fee: msg`Tax on Stripe fees`,
  topup: topUp,
  topup_reversal: topUp,
  transfer,
  transfer_cancel: transfer,
  transfer_failure: transfer,
  transfer_refund: transfer,
}

/** Ledger entries that Stripe does not have. */
const LEDGER_TEXTS: Record<PostingKind, MessageDescriptor> = {
  issue: payment,
  cancel: payment,
  payment,
  refund,
  'credit-refund': refund,
  'refund-failed': failedRefund,
  dispute: msg`Dispute`,
  'dispute-won': msg`Dispute won`,
  fee,
  payout,
  'payout-failed': failedPayout,
}

const TYPE_TEXTS: Record<string, MessageDescriptor> = { ...STRIPE_TEXTS, ...LEDGER_TEXTS }

/** Names the type of a difference. Stripe adds types; entries of other types are found by their id. */
export const differenceTypeText = (type: string): MessageDescriptor => TYPE_TEXTS[type] ?? msg`Other entry`
