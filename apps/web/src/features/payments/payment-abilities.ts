import type { PaymentDetail, RelatedDocument } from '@frontdesk/contract/api'
import type { PaymentStatus } from '@frontdesk/contract/rules'

const OPEN: readonly PaymentStatus[] = ['sent', 'sent-reminder', 'viewed', 'failed', 'processing', 'partly-paid']
const CHANGEABLE: Record<PaymentDetail['kind'], readonly PaymentStatus[]> = {
  request: ['draft', 'sent', 'sent-reminder', 'viewed', 'failed'],
  estimate: ['draft', 'sent', 'sent-reminder', 'viewed', 'approved', 'declined', 'expired'],
}
/** Parts that ask for nothing. */
const ENDED: readonly PaymentStatus[] = ['cancelled', 'replaced', 'declined', 'expired']

const hasMoney = ({ paidAmount, tipAmount }: PaymentDetail) => paidAmount + tipAmount > 0
const isPart = ({ part }: RelatedDocument) => part !== null
const isLive = ({ status }: RelatedDocument) => !ENDED.includes(status)

/** The contact has it, and is expected to pay or answer. */
export const isOpen = ({ status }: PaymentDetail): boolean => OPEN.includes(status)

export const canRemind = (payment: PaymentDetail): boolean => isOpen(payment) && !hasMoney(payment)

/** A draft, what is open, and what is paid, as a receipt. */
export const canSendByEmail = (payment: PaymentDetail): boolean =>
  payment.status === 'draft' || isOpen(payment) || hasMoney(payment)

/** What was sent is canceled, unless something was paid for it; an approved estimate too. */
export const canCancel = (payment: PaymentDetail): boolean =>
  !hasMoney(payment) && (isOpen(payment) || payment.status === 'approved')

/**
 * Not once something was paid, nor what is a part of something else, nor what was requested for, nor what the contact agreed
 * to at booking or paid then.
 */
export const canChange = (payment: PaymentDetail): boolean => {
  const { kind, status, part, booking, lines, related } = payment
  const deductsPayment = lines.some(({ totalAmount }) => totalAmount < 0)
  const isFree = booking === null || (booking.part === 'visit' && !deductsPayment)
  const isWhole = isFree && (part === null || part === 'change-order')
  return isWhole && CHANGEABLE[kind].includes(status) && !hasMoney(payment) && !related.filter(isPart).some(isLive)
}

/** An approval of the present version that came after the estimate expired waits for a teammate. */
export const lateApprovalOf = ({ status, answers }: PaymentDetail) => {
  const answer = answers.at(-1)
  return status === 'expired' && answer?.isLate && answer.isCurrent ? answer : null
}

export const canAddChangeOrder = ({ kind, status, part }: PaymentDetail): boolean =>
  kind === 'estimate' && part === null && (status === 'approved' || status === 'converted')

/** What can still be requested for an estimate; 0: nothing. */
export const convertibleAmount = ({ unrequestedAmount }: PaymentDetail): number => Math.max(0, unrequestedAmount ?? 0)
