import {
  type AnswerChannel,
  type CardPaymentMethod,
  DISPUTE_REASONS,
  type DisputeReason,
  type DocumentKind,
  type DocumentPart,
  type EstimateDecision,
  type ManualMethod,
  type PaymentActivityKind,
  type PaymentFailure,
  type PaymentStatus,
  type RefundTarget,
} from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const PAYMENT_STATUS_TEXTS: Record<PaymentStatus, MessageDescriptor> = {
  draft: msg`Draft`,
  sent: msg`Sent`,
  'sent-reminder': msg`Reminder sent`,
  viewed: msg`Viewed`,
  processing: msg`Processing`,
  'partly-paid': msg`Partly paid`,
  paid: msg`Paid`,
  'marked-as-paid': msg`Marked as paid`,
  failed: msg`Failed`,
  'partly-refunded': msg`Partly refunded`,
  refunded: msg`Refunded`,
  disputed: msg`Disputed`,
  cancelled: msg`Canceled`,
  replaced: msg`Replaced`,
  approved: msg`Approved`,
  declined: msg`Declined`,
  expired: msg`Expired`,
  converted: msg`Converted`,
}

/** The colors that statuses have, where they mean something. */
export const PAYMENT_STATUS_COLORS: Partial<Record<PaymentStatus, string>> = {
  paid: 'green',
  'marked-as-paid': 'green',
  approved: 'green',
  'partly-paid': 'yellow',
  processing: 'yellow',
  failed: 'red',
  disputed: 'red',
  declined: 'red',
}

export const KIND_TEXTS: Record<DocumentKind, MessageDescriptor> = {
  request: msg`Payment request`,
  estimate: msg`Estimate`,
}

export const PART_TEXTS: Record<DocumentPart, MessageDescriptor> = {
  deposit: msg`Deposit`,
  installment: msg`Installment`,
  remainder: msg`Remainder`,
  'change-order': msg`Change order`,
}

/** Answers to an estimate, by channel. */
export const ANSWER_TEXTS: Record<EstimateDecision, Record<AnswerChannel, MessageDescriptor>> = {
  approved: { page: msg`Approved on the estimate’s page`, text: msg`Approved by text` },
  declined: { page: msg`Declined on the estimate’s page`, text: msg`Declined by text` },
}

export const REFUND_TARGET_TEXTS: Record<RefundTarget, MessageDescriptor> = {
  cash: msg`Paid back outside Frontdesk`,
  credit: msg`Added to the contact’s credit`,
  card: msg`To the card it was paid with`,
}

export const METHOD_TEXTS: Record<ManualMethod, MessageDescriptor> = {
  cash: msg`Cash`,
  check: msg`Check`,
  'card-terminal': msg`Card terminal`,
  'bank-transfer': msg`Bank transfer`,
  other: msg`Other`,
  credit: msg`Contact’s credit`,
}

export const CARD_METHOD_TEXTS: Record<CardPaymentMethod, MessageDescriptor> = {
  card: msg`Card`,
  'bank-debit': msg`Bank debit`,
}

/** Why a payment failed, where the bank’s reason has words of ours. */
export const PAYMENT_FAILURE_TEXTS: Record<PaymentFailure, MessageDescriptor> = {
  account_replaced: msg`The Stripe account that took it was replaced.`,
  authentication_required: msg`The bank wants the cardholder to confirm the payment. Send them the payment link.`,
  card_declined: msg`The bank declined the card.`,
  card_not_supported: msg`The card doesn’t allow this kind of payment.`,
  card_removed: msg`The card on file was removed.`,
  currency_not_supported: msg`The card doesn’t work in this currency.`,
  debit_not_authorized: msg`The bank account’s owner didn’t authorize the debit.`,
  do_not_honor: msg`The bank declined the card.`,
  duplicate_transaction: msg`The same amount was charged to the card a moment before.`,
  expired_card: msg`The card has expired.`,
  fraudulent: msg`The bank or Stripe suspects fraud.`,
  generic_decline: msg`The bank declined the card.`,
  incorrect_address: msg`The billing address or postal code was wrong.`,
  incorrect_cvc: msg`The security code was wrong.`,
  incorrect_number: msg`The card number was wrong.`,
  incorrect_pin: msg`The bank asked for a PIN, or it was wrong.`,
  insufficient_funds: msg`The card or account didn’t have enough money.`,
  invalid_account: msg`The card or its account is no longer valid.`,
  invalid_expiry: msg`The expiry date was wrong.`,
  limit_exceeded: msg`The card has reached its limit.`,
  lost_card: msg`The card is reported as lost.`,
  not_due: msg`It was no longer due.`,
  paid_online: msg`It was paid online in the meantime.`,
  pickup_card: msg`The card is blocked. It may be lost or stolen.`,
  processing_error: msg`The bank couldn’t process the card. It may work later.`,
  stolen_card: msg`The card is reported as stolen.`,
}

const DISPUTE_REASON_TEXTS: Record<DisputeReason, MessageDescriptor> = {
  bank_cannot_process: msg`The bank couldn’t process the payment`,
  check_returned: msg`The check was returned`,
  credit_not_processed: msg`A refund they were promised didn’t arrive`,
  customer_initiated: msg`The bank gave no reason, only that the contact asked for it`,
  debit_not_authorized: msg`They say they didn’t authorize the bank debit`,
  duplicate: msg`They say they were charged twice`,
  fraudulent: msg`They say they didn’t make this payment`,
  general: msg`The bank gave no reason`,
  incorrect_account_details: msg`The account details were wrong`,
  insufficient_funds: msg`The account didn’t have enough money`,
  noncompliant: msg`The card network says its rules were broken`,
  product_not_received: msg`They say they didn’t receive what they paid for`,
  product_unacceptable: msg`They say what they received was defective or not as described`,
  subscription_canceled: msg`They say they had canceled`,
  unrecognized: msg`They don’t recognize the payment`,
}
const OTHER_REASON = msg`Other`

/** Why a contact disputes a payment. Entries of earlier versions have spaces in the reason. */
export const disputeReasonText = (reason: string): MessageDescriptor => {
  const match = DISPUTE_REASONS.find((each) => each === reason.replaceAll(' ', '_'))
  return match ? DISPUTE_REASON_TEXTS[match] : OTHER_REASON
}

export const ACTIVITY_TEXTS: Record<PaymentActivityKind, MessageDescriptor> = {
  created: msg`Added as a draft`,
  changed: msg`Changed`,
  sent: msg`Sent`,
  'sent-reminder': msg`Reminder sent`,
  viewed: msg`Viewed`,
  approved: msg`Approved`,
  'approved-late': msg`Approved after it expired`,
  declined: msg`Declined`,
  expired: msg`Expired`,
  converted: msg`Converted`,
  replaced: msg`Replaced`,
  started: msg`Payment started`,
  processing: msg`Payment is being processed`,
  failed: msg`Payment failed`,
  paid: msg`Paid`,
  underpaid: msg`Only partly paid in time, so the time is no longer held and the rest is no longer due.`,
  'refund-requested': msg`Refund requested`,
  'refund-declined': msg`Refund declined`,
  refunded: msg`Refunded`,
  'refund-failed': msg`Refund failed`,
  'link-failed': msg`The contact didn’t get the payment link. Call them, or send it another way.`,
  'page-lost': msg`Stripe was disconnected while the payment page was open. Check in Stripe whether the contact paid.`,
  'page-recovered': msg`Stripe is connected again. If the contact paid in the meantime, the payment will be added here.`,
  'currency-differs': msg`Paid or settled in a different currency, so it doesn’t count toward this request. Refund it in Stripe.`,
  'receipt-failed': msg`The contact didn’t get the receipt. Give them the PDF.`,
  disputed: msg`Disputed`,
  'dispute-won': msg`Dispute won`,
  'dispute-lost': msg`Dispute lost`,
  'paid-out': msg`Paid out`,
  cancelled: msg`Canceled`,
}
