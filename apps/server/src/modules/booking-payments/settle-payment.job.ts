import { isHolding } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { bookingChanged } from '../bookings/events.ts'
import { type BookingRow, lockVisit } from '../bookings/index.ts'
import { cardKept } from '../card-payments/events.ts'
import { paymentChanged } from '../payment-documents/events.ts'
import { lockDocumentById } from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { bookPaidSpec, endUnpaidSpec, SETTLE_BOOKING, settleBookingSpec } from './job-specs.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { refundOrKeep } from './refund-or-keep.ts'
import { paymentDueAt } from './request-at-booking.ts'
import { findTerms, isOpen, setTerms, type TermsRow } from './terms.ts'

const CHANGES = ['cancelled', 'declined', 'no-show', 'completed', 'expired', 'restored', 'rescheduled']

/** Settles whenever a visit ends or moves, whether by the contact, a teammate, a calendar or a text. */
export const settleOnBookingChange = subscribe(
  bookingChanged,
  ({ tenantId, actorUserId, data: { bookingID, change } }) => {
    if (!CHANGES.includes(change)) return []
    const isMovedByContact = change === 'rescheduled' && actorUserId === null
    return [settleBookingSpec(tenantId, bookingID, isMovedByContact)]
  },
)
export const bookOnPayment = subscribe(paymentChanged, ({ tenantId, data }) =>
  data.kind === 'request' && data.change === 'paid' && data.bookingID !== null
    ? [bookPaidSpec(tenantId, { documentId: data.paymentID })]
    : [],
)
export const bookOnCardKept = subscribe(cardKept, ({ tenantId, data }) => [
  bookPaidSpec(tenantId, { setupId: data.setupID }),
])

/** Refunds or keeps the payment for a visit that ended, by its terms or by a teammate’s decision. */
export const settlePayment = defineJob({
  name: SETTLE_BOOKING,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid(), isMovedByContact: z.boolean().default(false) }),
  run: (deps: BookingPaymentDeps, { tenantId, bookingId, isMovedByContact }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      // Most holds require no payment.
      if (!(await findTerms(tx, bookingId))) return
      const booking = await lockVisit(tx, bookingId)
      const terms = await findTerms(tx, bookingId, 'change')
      if (!booking || !terms) return
      if (isOpen(terms)) {
        if (!isHolding(booking.status)) await enqueue(tx, endUnpaidSpec(tenantId, bookingId))
        else if (booking.status !== 'held') await updateDueTime(tx, booking, terms, isMovedByContact)
        return
      }
      if (terms.state !== 'booked' || booking.status === 'completed') return
      if (isHolding(booking.status)) {
        // Restored: the payment that was kept counts toward the visit again.
        if (terms.outcome === 'kept') await setTerms(tx, bookingId, { outcome: null, outcomeAt: null })
        return
      }
      if (terms.outcome !== null || terms.documentId === null) return
      const document = await lockDocumentById(tx, terms.documentId)
      const outcome = document ? await refundOrKeep(deps, tx, booking, { terms, document }) : null
      if (outcome === null) return
      await setTerms(tx, bookingId, { outcome, outcomeAt: tx.now() })
      await recordTermsChanged(tx, booking)
    }),
})

/**
 * Updates the due time of an unpaid visit that a teammate booked and that was moved. A contact cannot postpone it by
 * moving the visit.
 */
async function updateDueTime(
  tx: TenantTx,
  { id, startsAt }: BookingRow,
  { state, expiresAt, cutOffMinutes }: TermsRow,
  isMovedByContact: boolean,
): Promise<void> {
  if (isMovedByContact && state === 'unpaid') return
  const dueByTerms = paymentDueAt(tx, startsAt, cutOffMinutes)
  const isKept = isMovedByContact && expiresAt !== null && isAfter(dueByTerms, expiresAt)
  const dueAt = isKept ? expiresAt : dueByTerms
  const isMoved = expiresAt === null || Date.parse(expiresAt) !== Date.parse(dueAt)
  if (isMoved) await setTerms(tx, id, { state: 'paying', expiresAt: dueAt })
  await enqueue(tx, endUnpaidSpec(tx.tenantId, id, dueAt))
}
