import type { NotificationKind, PaymentActivityKind } from '@frontdesk/contract/rules'

/** Changes of documents that notify those who manage them. */
export const KINDS: Partial<Record<PaymentActivityKind, NotificationKind>> = {
  paid: 'payment-paid',
  failed: 'payment-failed',
  underpaid: 'payment-underpaid',
  approved: 'estimate-approved',
  'approved-late': 'estimate-approved-late',
  declined: 'estimate-declined',
  'refund-requested': 'refund-to-approve',
  'refund-failed': 'refund-failed',
  'receipt-failed': 'receipt-failed',
  'link-failed': 'payment-link-failed',
  'page-lost': 'payment-to-check',
  'currency-differs': 'payment-to-check',
  disputed: 'payment-disputed',
}
/** Changes that settle what an earlier notification was about. */
export const SETTLED: Partial<Record<PaymentActivityKind, readonly NotificationKind[]>> = {
  paid: ['payment-failed', 'payment-link-failed'],
  cancelled: ['payment-link-failed'],
  'page-recovered': ['payment-to-check'],
  refunded: ['refund-to-approve'],
  'refund-declined': ['refund-to-approve'],
  approved: ['estimate-approved-late', 'estimate-declined'],
  changed: ['estimate-approved-late', 'estimate-declined'],
  declined: ['estimate-approved-late'],
}

export const notifiesOfPayment = (change: string): boolean => change in KINDS || change in SETTLED
