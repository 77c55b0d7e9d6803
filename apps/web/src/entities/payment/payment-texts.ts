import type { DocumentKind, ManualMethod, PaymentActivityKind, PaymentStatus } from '@frontdesk/contract/rules'
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

export const METHOD_TEXTS: Record<ManualMethod, MessageDescriptor> = {
  cash: msg`Cash`,
  check: msg`Check`,
  'card-terminal': msg`Card terminal`,
  'bank-transfer': msg`Bank transfer`,
  other: msg`Other`,
  credit: msg`Contact’s credit`,
}

export const ACTIVITY_TEXTS: Record<PaymentActivityKind, MessageDescriptor> = {
  created: msg`Added as a draft`,
  changed: msg`Changed`,
  sent: msg`Sent`,
  'sent-reminder': msg`Reminder sent`,
  viewed: msg`Viewed`,
  approved: msg`Approved`,
  declined: msg`Declined`,
  expired: msg`Expired`,
  converted: msg`Converted`,
  replaced: msg`Replaced`,
  started: msg`Payment started`,
  processing: msg`Payment is being processed`,
  failed: msg`Payment failed`,
  paid: msg`Paid`,
  'refund-requested': msg`Refund requested`,
  'refund-declined': msg`Refund declined`,
  refunded: msg`Refunded`,
  'refund-failed': msg`Refund failed`,
  disputed: msg`Disputed`,
  'dispute-won': msg`Dispute won`,
  'dispute-lost': msg`Dispute lost`,
  'paid-out': msg`Paid out`,
  cancelled: msg`Canceled`,
}
