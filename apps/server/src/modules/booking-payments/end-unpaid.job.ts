import { isHolding } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
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
import { announcePayment, cancelUnpaid, type DocumentRow, lockDocumentById } from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { bookingUnpaid } from './events.ts'
import { END_UNPAID } from './job-specs.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { findTerms, isOpen, setTerms, type TermsRow } from './terms.ts'
import { PAYMENT_TEXTS } from './texts.ts'

const BY_RULE = { userId: null, displayName: '' }

/**
 * Ends an unpaid hold: first closes the provider’s page, so that nobody pays for an expired hold, then cancels the
 * request and the hold. If the payment completed first, the visit is booked if the time is still free. A visit that a
 * teammate booked stays, with its request: the team gets a task. Safe to run twice.
 */
export const endUnpaid = defineJob({
  name: END_UNPAID,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: async (deps: BookingPaymentDeps, { tenantId, bookingId }) => {
    const scope = { tenantId }
    const terms = await deps.inTenant(scope, async (tx) => {
      const booking = await findVisit(tx, bookingId)
      if (booking && isBooked(booking)) return keepUnpaid(tx, bookingId)
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

/** Booked by a teammate, before it is paid. */
const isBooked = ({ status }: BookingRow): boolean => status !== 'held' && isHolding(status)

/** Leaves it to the team what becomes of a visit that was not paid in time. */
async function keepUnpaid(tx: TenantTx, bookingId: string): Promise<undefined> {
  const booking = await lockVisit(tx, bookingId)
  const terms = await findTerms(tx, bookingId, 'change')
  if (!booking || !isBooked(booking) || terms?.state !== 'paying' || terms.documentId === null) return
  // Moved, or cancelled and restored: the job of its due time follows.
  if (terms.expiresAt !== null && isAfter(terms.expiresAt, tx.now())) return
  const document = await lockDocumentById(tx, terms.documentId)
  // A teammate cancelled the request.
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
  // Paid in the meantime: the job that books it is queued.
  if (document && !(await cancelUnpaid(tx, { userId: null }, document))) return
  await setTerms(tx, bookingId, { state: 'ended' })
  if (!booking) return
  if (booking.status === 'held') await endHold(tx, booking)
  if (terms.proofId !== null || !document) return
  // Its card is in the conversation.
  await announcePayment(deps, tx, BY_RULE, document, { kind: 'cancelled' })
  if (booking.contactId === null) await announceReleased(deps, tx, booking, terms, document)
}

/** Tells the contact who booked by text that the time is not held any more. */
async function announceReleased(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  { id, startsAt, timeZone, locationId, status }: BookingRow,
  { language }: TermsRow,
  { contactId }: DocumentRow,
): Promise<void> {
  await bookingUnpaid.record(tx, { at: tx.now(), data: { bookingID: id, locationID: locationId } })
  const conversation = await findThreadOfContact(tx, contactId, locationId)
  if (!conversation) return
  const write = PAYMENT_TEXTS[language][status === 'cancelled' ? 'released' : 'notPaid']
  const body = write({ time: formatVisitTime({ startsAt, timeZone, language }) })
  const message = { conversation, id: replyId(`unpaid ${id}`), body, authorName: BOOKINGS_AUTHOR }
  await sendAutomaticMessage(deps, tx, { ...message, cause: 'booking' })
}
