import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import {
  BOOK_PAID,
  findTerms,
  PAYMENT_LINES,
  recordTermsChanged,
  setTerms,
  type TermsRow,
} from '../booking-payments/index.ts'
import { type BookingRow, endHold, isHeld, lockVisit, nullIfUnavailable } from '../bookings/index.ts'
import { findCardOfSetup } from '../card-payments/index.ts'
import {
  announcePayment,
  type DocumentRow,
  lockDocumentById,
  proposeRefund,
  reinstateWithCredit,
} from '../payment-documents/index.ts'
import { bookFor } from './book.ts'
import type { BookingPageDeps } from './deps.ts'
import { readProof } from './pay-held.ts'

const MINUTE_MS = 60_000
const BY_PAGE = { userId: null, displayName: 'Booking page' }

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
      const found = await tx
        .selectFrom('bookingPayments')
        .where('tenantId', '=', tx.tenantId)
        .$if(documentId !== undefined, (query) => query.where('documentId', '=', documentId ?? ''))
        .$if(documentId === undefined, (query) => query.where('setupId', '=', setupId ?? ''))
        .select('bookingId')
        .executeTakeFirst()
      // Most payments are not for a booking.
      const booking = found && (await lockVisit(tx, found.bookingId))
      const terms = booking && (await findTerms(tx, booking.id, 'change'))
      if (!terms || (terms.state !== 'paying' && terms.state !== 'ended')) return
      const document = terms.documentId === null ? undefined : await lockDocumentById(tx, terms.documentId)
      if (!(await isTaken(tx, terms, document))) return
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

/** Paid after its request was cancelled. */
const isCredited = ({ stage, creditedAmount }: DocumentRow): boolean =>
  stage === 'cancelled' && Number(creditedAmount) > 0

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
  if (await bookAgainIfFree(deps, tx, booking, terms)) {
    const paid = document && (isPaid(document) ? document : await reinstateWithCredit(tx, BY_PAGE, document))
    await setTerms(tx, booking.id, { state: 'booked' })
    if (paid && document && !isPaid(document))
      await announcePayment(deps, tx, BY_PAGE, paid, { kind: 'paid', amount: Number(paid.totalAmount) })
    return
  }
  if (booking.status === 'held') await endHold(tx, booking)
  const isProposed =
    document !== undefined &&
    terms.outcome === null &&
    (await proposeRefund(tx, document, {
      clientRefundId: booking.id,
      source: isPaid(document) ? 'payment' : 'credit',
      reason: PAYMENT_LINES[terms.language].timeTaken,
    }))
  await setTerms(tx, booking.id, {
    state: 'ended',
    ...(isProposed && { outcome: 'refund-requested', outcomeAt: tx.now() }),
  })
  await recordTermsChanged(tx, booking)
}

/** Books a hold, even an expired one; false if it was cancelled, or its time is taken, past or closed. */
async function bookAgainIfFree(
  deps: BookingPageDeps,
  tx: TenantTx,
  booking: BookingRow,
  terms: TermsRow,
): Promise<boolean> {
  const isOver = !isHeld(tx, booking)
  const proof = await readProof(tx, terms.proofId)
  const isPossible = booking.status === 'held' || booking.status === 'expired'
  if (!proof || !isPossible || !isAfter(booking.startsAt, tx.now())) return false
  const refundUntil = shift(booking.startsAt, -terms.cutOffMinutes * MINUTE_MS)
  return (await nullIfUnavailable(bookFor(deps, tx, booking, proof, { refundUntil, isOver }).then(() => true))) ?? false
}
