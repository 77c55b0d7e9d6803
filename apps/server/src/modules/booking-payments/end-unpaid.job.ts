import { type BookingPaymentOutcome, formatMoney, isHolding, localeOf } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { addBookingTask } from '../booking-tasks/index.ts'
import {
  BOOKINGS_AUTHOR,
  type BookingRow,
  endHold,
  findThreadOfContact,
  findVisit,
  formatVisitTime,
  lockVisit,
} from '../bookings/index.ts'
import { closeCardSetup, closeCheckoutsOf } from '../card-payments/index.ts'
import { replyId, sendAutomaticMessage } from '../messages/index.ts'
import {
  announcePayment,
  cancelRest,
  cancelUnpaid,
  changeDocument,
  type DocumentRow,
  dueAmountOf,
  leftOfPaid,
  lockDocumentById,
  refundByRule,
} from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { bookingUnpaid } from './events.ts'
import { END_UNPAID } from './job-specs.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { refundOrKeep } from './refund-or-keep.ts'
import { findTerms, isOpen, setTerms, type TermsRow } from './terms.ts'
import { withdrawDeclinedText } from './text-declined-card.job.ts'
import { PAYMENT_LINES, PAYMENT_TEXTS } from './texts.ts'

const MINUTE_MS = 60_000
const BY_RULE = { userId: null, displayName: '' }

/**
 * Ends an unpaid hold: first closes the provider’s page, so that nobody pays for an expired hold, then cancels the
 * request and the hold. A partial payment is refunded or kept, by the terms. If the payment completed first, the visit
 * is booked if the time is still free. A visit booked by a teammate is kept with its request, and the team gets a task.
 * Safe to run twice.
 */
export const endUnpaid = defineJob({
  name: END_UNPAID,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: async (deps: BookingPaymentDeps, { tenantId, bookingId }) => {
    const scope = { tenantId }
    const terms = await deps.inTenant(scope, async (tx) => {
      const booking = await findVisit(tx, bookingId)
      if (booking && isBooked(booking)) return leaveToTeam(tx, bookingId)
      return findTerms(tx, bookingId)
    })
    if (!terms || !isOpen(terms)) return
    const { documentId, setupId } = terms
    const isPaid =
      documentId !== null
        ? await closeCheckoutsOf(deps, scope, documentId)
        : setupId !== null && (await closeCardSetup(deps, scope, setupId))
    // If it was paid, applying the provider’s object books the time.
    if (!isPaid) await deps.inTenant(scope, (tx) => end(deps, tx, bookingId))
  },
})

/** Whether a teammate booked the visit before it was paid. */
const isBooked = ({ status }: BookingRow): boolean => status !== 'held' && isHolding(status)

/** Marks a booked visit as unpaid and adds a task, so that the team decides what to do. */
async function leaveToTeam(tx: TenantTx, bookingId: string): Promise<undefined> {
  const booking = await lockVisit(tx, bookingId)
  const terms = await findTerms(tx, bookingId, 'change')
  if (!booking || !isBooked(booking) || terms?.state !== 'paying' || terms.documentId === null) return
  // The visit was moved, or cancelled and restored: a later job handles the new due time.
  if (terms.expiresAt !== null && isAfter(terms.expiresAt, tx.now())) return
  const document = await lockDocumentById(tx, terms.documentId)
  // If a teammate cancelled the request, nothing is left to pay.
  const state = document?.stage === 'cancelled' ? 'ended' : 'unpaid'
  await setTerms(tx, bookingId, { state })
  if (state === 'unpaid')
    await addBookingTask(tx, {
      bookingId,
      kind: 'unpaid',
      reason: 'unpaid',
      cause: `${terms.documentId} ${terms.expiresAt}`,
    })
  await recordTermsChanged(tx, booking)
}

async function end(deps: BookingPaymentDeps, tx: TenantTx, bookingId: string): Promise<void> {
  const booking = await lockVisit(tx, bookingId)
  const terms = await findTerms(tx, bookingId, 'change')
  if (!terms || !isOpen(terms) || (booking && isBooked(booking))) return
  const document = terms.documentId === null ? undefined : await lockDocumentById(tx, terms.documentId)
  await withdrawDeclinedText(deps, tx, terms)
  const partlyPaid = document && (await cancelRest(tx, BY_RULE, document))
  // Paid in the meantime: the job that books it is queued.
  if (document && !partlyPaid && !(await cancelUnpaid(tx, BY_RULE, document))) return
  const outcome = partlyPaid ? await settlePartialPayment(deps, tx, booking, { terms, document: partlyPaid }) : null
  await setTerms(tx, bookingId, { state: 'ended', ...(outcome && { outcome, outcomeAt: tx.now() }) })
  if (partlyPaid && booking) await recordTermsChanged(tx, booking)
  if (!booking) return
  if (booking.status === 'held') await endHold(tx, booking)
  if (terms.proofId !== null || !document) return
  // Update the card in the conversation.
  const amount = partlyPaid ? dueAmountOf(document) : Number(document.totalAmount)
  await announcePayment(deps, tx, BY_RULE, document, { kind: 'cancelled', amount })
  if (booking.contactId === null) await announceReleased(deps, tx, booking, terms, document)
}

/** Refunds or keeps a partial payment for a visit. Notifies the team if the visit was not booked because of it. */
async function settlePartialPayment(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  booking: BookingRow | undefined,
  { terms, document }: { terms: TermsRow; document: DocumentRow },
): Promise<BookingPaymentOutcome | null> {
  // The next request for the visit deducts it.
  if (booking?.status === 'completed') return null
  if (booking && booking.contactId !== null) {
    // The job that stores it for a partial payment may not have run yet.
    const refundUntil = booking.refundUntil ?? shift(booking.startsAt, -terms.cutOffMinutes * MINUTE_MS)
    return refundOrKeep(deps, tx, { ...booking, refundUntil }, { terms, document })
  }
  const { cancelledInTime, partlyPaid } = PAYMENT_LINES[terms.language]
  // A teammate released the held time.
  if (booking?.status === 'cancelled') return refundByRule(deps, tx, null, document, cancelledInTime)
  const underpaid = { kind: 'underpaid', amount: leftOfPaid(document) } as const
  const after = await changeDocument(tx, BY_RULE, document, { activity: underpaid })
  return refundByRule(deps, tx, null, after, partlyPaid)
}

/** Notifies a contact who booked by text that their time is no longer held. */
async function announceReleased(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  { id, startsAt, timeZone, locationId, status }: BookingRow,
  { language }: TermsRow,
  { contactId, paidAmount, totalAmount, currency }: DocumentRow,
): Promise<void> {
  await bookingUnpaid.record(tx, { at: tx.now(), data: { bookingID: id, locationID: locationId } })
  const conversation = await findThreadOfContact(tx, contactId, locationId)
  if (!conversation) return
  const change = status === 'cancelled' ? 'released' : Number(paidAmount) > 0 ? 'partlyPaid' : 'notPaid'
  const body = PAYMENT_TEXTS[language][change]({
    time: formatVisitTime({ startsAt, timeZone, language }),
    paid: formatMoney(Number(paidAmount), currency, localeOf(language)),
    amount: formatMoney(Number(totalAmount), currency, localeOf(language)),
  })
  const message = { conversation, id: replyId(`unpaid ${id}`), body, authorName: BOOKINGS_AUTHOR }
  await sendAutomaticMessage(deps, tx, { ...message, cause: 'booking' })
}
