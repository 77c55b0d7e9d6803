import type { BookingPaymentOutcome } from '@frontdesk/contract/rules'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findPerson } from '../accounts/index.ts'
import { type BookingRow, refundDeadline } from '../bookings/index.ts'
import { type DocumentRow, refundByRule } from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import type { TermsRow } from './terms.ts'
import { PAYMENT_LINES } from './texts.ts'

/** Refunds or keeps the payment for a visit that ended, by its terms or by a teammate’s decision. */
export async function refundOrKeep(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  booking: BookingRow,
  { terms, document }: { terms: TermsRow; document: DocumentRow },
): Promise<BookingPaymentOutcome | null> {
  if (keepsPayment(booking)) return 'kept'
  const by = booking.endedByUserId === null ? null : await findPerson(tx, booking.endedByUserId)
  return refundByRule(deps, tx, by ?? null, document, PAYMENT_LINES[terms.language].cancelledInTime)
}

function keepsPayment(booking: BookingRow): boolean {
  const { status, keepsPayment: decision, endedAt } = booking
  const deadline = refundDeadline(booking)
  if (status === 'declined') return false
  if (status !== 'cancelled') return true
  return decision ?? !(deadline !== null && endedAt !== null && isAfter(deadline, endedAt))
}
