import type { PaymentDetail, RelatedDocument } from '@frontdesk/contract/api'
import type { PaymentStatus } from '@frontdesk/contract/rules'

const OPEN: readonly PaymentStatus[] = ['sent', 'sent-reminder', 'viewed', 'failed', 'processing', 'partly-paid']
const CHANGEABLE: Record<PaymentDetail['kind'], readonly PaymentStatus[]> = {
  request: ['draft', 'sent', 'sent-reminder', 'viewed', 'failed'],
  estimate: ['draft', 'sent', 'sent-reminder', 'viewed', 'approved', 'declined', 'expired'],
}
/** Statuses in which neither a payment nor an answer is expected any more. */
const ENDED: readonly PaymentStatus[] = ['cancelled', 'replaced', 'declined', 'expired']

const hasMoney = ({ paidAmount, tipAmount }: PaymentDetail) => paidAmount + tipAmount > 0
const isPart = ({ part }: RelatedDocument) => part !== null
const isLive = ({ status }: RelatedDocument) => !ENDED.includes(status)

/** Whether it was sent, and the contact is expected to pay or answer. */
export const isOpen = ({ status }: PaymentDetail): boolean => OPEN.includes(status)

export const canRemind = (payment: PaymentDetail): boolean => isOpen(payment) && !hasMoney(payment)

/** Drafts and open documents can be emailed; paid ones too, as receipts. */
export const canSendByEmail = (payment: PaymentDetail): boolean =>
  payment.status === 'draft' || isOpen(payment) || hasMoney(payment)

/** Sent documents and approved estimates can be canceled, unless something was paid for them. */
export const canCancel = (payment: PaymentDetail): boolean =>
  !hasMoney(payment) && (isOpen(payment) || payment.status === 'approved')

/**
 * A document cannot be changed once something was paid or requested for it, if it is part of an estimate, or if it is a
 * payment at booking or deducts one.
 */
export const canChange = (payment: PaymentDetail): boolean => {
  const { kind, status, part, booking, lines, related } = payment
  const deductsPayment = lines.some(({ totalAmount }) => totalAmount < 0)
  const isFree = booking === null || (booking.part === 'visit' && !deductsPayment)
  const isWhole = isFree && (part === null || part === 'change-order')
  return isWhole && CHANGEABLE[kind].includes(status) && !hasMoney(payment) && !related.filter(isPart).some(isLive)
}

/** The approval of the current version that came after the estimate expired, and that a teammate has to accept. */
export const lateApprovalOf = ({ status, answers }: PaymentDetail) => {
  const answer = answers.at(-1)
  return status === 'expired' && answer?.isLate && answer.isCurrent ? answer : null
}

export const canAddChangeOrder = ({ kind, status, part }: PaymentDetail): boolean =>
  kind === 'estimate' && part === null && (status === 'approved' || status === 'converted')

/** The amount of an estimate that no request covers yet. */
export const convertibleAmount = ({ unrequestedAmount }: PaymentDetail): number => Math.max(0, unrequestedAmount ?? 0)
