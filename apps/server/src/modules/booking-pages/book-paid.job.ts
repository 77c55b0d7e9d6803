import { isHolding } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { changeChosenOffer, isOfferedByTeammate } from '../booking-offers/index.ts'
import {
  BOOK_PAID,
  findTerms,
  PAYMENT_LINES,
  recordTermsChanged,
  setTerms,
  type TermsRow,
  withdrawDeclinedText,
} from '../booking-payments/index.ts'
import { closeBookingTasks } from '../booking-tasks/index.ts'
import {
  type BookingRow,
  bookHeldForText,
  endHold,
  isHeld,
  lockVisit,
  nullIfUnavailable,
  setRefundUntil,
} from '../bookings/index.ts'
import { findCardOfSetup } from '../card-payments/index.ts'
import {
  announcePayment,
  type DocumentRow,
  findBookingRequests,
  lockDocumentById,
  proposeRefund,
  reinstateWithCredit,
} from '../payment-documents/index.ts'
import { bookFor } from './book.ts'
import type { BookingPageDeps } from './deps.ts'
import { readProof } from './pay-held.ts'

const MINUTE_MS = 60_000
const BY_PAGE = { userId: null, displayName: 'Booking page' }

/** `ended` too: an ended hold is booked if its time is still free. */
const PAYABLE: readonly TermsRow['state'][] = ['paying', 'unpaid', 'ended']

/**
 * Books the time for which the provider reported a payment or a saved card, even after its hold expired if it is still
 * free; otherwise asks the team to approve a refund. Safe to run twice.
 */
export const bookPaid = defineJob({
  name: BOOK_PAID,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), documentId: z.uuid().optional(), setupId: z.uuid().optional() }),
  run: (deps: BookingPageDeps, { tenantId, documentId, setupId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const bookingPayment = await tx
        .selectFrom('bookingPayments')
        .where('tenantId', '=', tx.tenantId)
        .$if(documentId !== undefined, (query) => query.where('documentId', '=', documentId ?? ''))
        .$if(documentId === undefined, (query) => query.where('setupId', '=', setupId ?? ''))
        .select('bookingId')
        .executeTakeFirst()
      const booking = bookingPayment && (await lockVisit(tx, bookingPayment.bookingId))
      const terms = booking && (await findTerms(tx, booking.id, 'change'))
      if (!terms || !PAYABLE.includes(terms.state)) return
      const document = terms.documentId === null ? undefined : await lockDocumentById(tx, terms.documentId)
      if (document && isPaidInPart(document)) await keepRefundDeadline(tx, booking, terms)
      if (!(await isTaken(tx, terms, document))) return
      await withdrawDeclinedText(deps, tx, terms)
      await settle(deps, tx, booking, { terms, document })
    }),
})

/** Whether the payment arrived, or the card is on file. */
async function isTaken(tx: TenantTx, { setupId }: TermsRow, document: DocumentRow | undefined): Promise<boolean> {
  if (document) return isPaid(document) || isCredited(document)
  return setupId !== null && (await findCardOfSetup(tx, setupId)) !== undefined
}

const isPaid = ({ stage, paidAmount, totalAmount }: DocumentRow): boolean =>
  stage !== 'cancelled' && Number(paidAmount) >= Number(totalAmount)

const isPaidInPart = (document: DocumentRow): boolean =>
  document.stage !== 'cancelled' && Number(document.paidAmount) > 0 && !isPaid(document)

/** Paid after its request was cancelled. */
const isCredited = ({ stage, creditedAmount }: DocumentRow): boolean =>
  stage === 'cancelled' && Number(creditedAmount) > 0

/** Whether the credit covers the total. It does not if a part was paid before and refunded. */
const isCreditedInFull = ({ creditedAmount, totalAmount }: DocumentRow): boolean =>
  Number(creditedAmount) >= Number(totalAmount)

interface Paid {
  terms: TermsRow
  document: DocumentRow | undefined
}

async function settle(
  deps: BookingPageDeps,
  tx: TenantTx,
  booking: BookingRow,
  { terms, document }: Paid,
): Promise<void> {
  const isEnough = !document || isPaid(document) || isCreditedInFull(document)
  if (isEnough && (await bookAgainIfFree(deps, tx, booking, terms))) {
    // The offer may have expired unpaid.
    await changeChosenOffer(tx, booking.id, { from: 'expired', to: 'accepted' })
    // Both requests could be paid: the credit can be used for the other one.
    const isReplaced = document !== undefined && !isPaid(document) && (await hasOtherRequest(tx, booking, document))
    if (isReplaced) return
    const paid = document && (isPaid(document) ? document : await reinstateWithCredit(tx, BY_PAGE, document))
    await setTerms(tx, booking.id, { state: 'booked', agreedAt: terms.agreedAt ?? tx.now() })
    if (paid && document && !isPaid(document))
      await announcePayment(deps, tx, BY_PAGE, paid, { kind: 'paid', amount: Number(paid.totalAmount) })
    return
  }
  if (booking.status === 'held') await endHold(tx, booking)
  const isProposed =
    document !== undefined &&
    terms.outcome === null &&
    (await proposeRefund(tx, document, {
      source: isPaid(document) ? 'payment' : 'credit',
      reason: PAYMENT_LINES[terms.language].timeTaken,
    }))
  await setTerms(tx, booking.id, {
    state: 'ended',
    ...(isProposed && { outcome: 'refund-requested', outcomeAt: tx.now() }),
  })
  await recordTermsChanged(tx, booking)
}

/** Whether the price was requested instead after this request was cancelled. */
async function hasOtherRequest(tx: TenantTx, { id }: BookingRow, document: DocumentRow): Promise<boolean> {
  const requests = await findBookingRequests(tx, id)
  return requests.some((request) => request.id !== document.id && request.stage !== 'cancelled')
}

/** Books a hold, even an expired one; false if it was cancelled, or its time is taken, past or closed. */
async function bookAgainIfFree(
  deps: BookingPageDeps,
  tx: TenantTx,
  booking: BookingRow,
  terms: TermsRow,
): Promise<boolean> {
  const refundUntil = refundUntilByTerms(booking, terms)
  if (booking.contactId !== null) return keepBooked(tx, booking, terms)
  const isOver = !isHeld(tx, booking)
  const isPossible = booking.status === 'held' || booking.status === 'expired'
  if (!isPossible || !isAfter(booking.startsAt, tx.now())) return false
  if (terms.proofId === null) {
    if (terms.contactId === null) return false
    const status = terms.needsApproval ? 'requested' : 'booked'
    const isOffered = await isOfferedByTeammate(tx, booking.id)
    const details = { contactId: terms.contactId, status, refundUntil, isOver, isOffered, tellsContact: true } as const
    return bookHeldForText(deps, tx, booking, details)
  }
  const proof = await readProof(tx, terms.proofId)
  if (!proof) return false
  return (await nullIfUnavailable(bookFor(deps, tx, booking, proof, { refundUntil, isOver }).then(() => true))) ?? false
}

/** Keeps a visit that a teammate booked before it was paid; false if it has ended since. */
async function keepBooked(tx: TenantTx, booking: BookingRow, terms: TermsRow): Promise<boolean> {
  if (!isHolding(booking.status)) return false
  await keepRefundDeadline(tx, booking, terms)
  await closeBookingTasks(tx, { bookingId: booking.id, kind: 'unpaid' })
  await recordTermsChanged(tx, booking)
  return true
}

/**
 * Stores until when the first payment for a booked visit is refunded. From then on the deadline follows the visit,
 * except a late move by the contact.
 */
async function keepRefundDeadline(tx: TenantTx, booking: BookingRow, terms: TermsRow): Promise<void> {
  if (booking.contactId === null || booking.refundUntil !== null) return
  await setRefundUntil(tx, booking.id, refundUntilByTerms(booking, terms))
}

const refundUntilByTerms = ({ startsAt }: BookingRow, { cutOffMinutes }: TermsRow): string =>
  shift(startsAt, -cutOffMinutes * MINUTE_MS)
