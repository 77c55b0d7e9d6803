import type { PaymentDetail } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findBookingItems, lockBooking } from '../bookings/index.ts'
import { accessContact } from '../contacts/index.ts'
import {
  type DraftLine,
  findBookingRequests,
  getPaymentDetail,
  insertVisitRequest,
  isSameContent,
} from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { findDeductible, isOpenAtBooking } from './get-booking-payment.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { findTerms } from './terms.ts'
import { PAYMENT_LINES } from './texts.ts'

interface Request {
  id: string
  clientDocumentId: string
  lines: DraftLine[]
  dueOn?: string | null | undefined
}

/**
 * Adds a draft request for a visit: its lines, less the payment made at booking unless an earlier request deducts it.
 */
export async function requestVisitPayment(
  _deps: BookingPaymentDeps,
  tx: TenantTx,
  actor: Actor,
  { id, clientDocumentId, lines, dueOn }: Request,
): Promise<PaymentDetail> {
  const booking = await lockBooking(tx, actor, { id })
  const requests = await findBookingRequests(tx, id)
  const repeated = await tx
    .selectFrom('paymentDocuments')
    .where('tenantId', '=', tx.tenantId)
    .where('clientDocumentId', '=', clientDocumentId)
    .select(['id', 'bookingId'])
    .executeTakeFirst()
  if (repeated) {
    if (repeated.bookingId !== id) throw new AppError('ClientPaymentIdReused')
    const detail = await getPaymentDetail(tx, actor, { id: repeated.id, kind: 'request' })
    const entered = detail.lines.filter(({ unitAmount }) => unitAmount >= 0)
    if (!isSameContent({ ...detail, lines: entered }, { ...detail, lines })) throw new AppError('ClientPaymentIdReused')
    return detail
  }
  if (booking.contactId === null || booking.status === 'held') throw new AppError('BookingStatusWrong')
  // A payment made later would not be deducted, so the contact would pay it twice.
  if (requests.some(isOpenAtBooking)) throw new AppError('BookingPaymentOpen')
  const terms = await findTerms(tx, id)
  const contact = await accessContact(tx, actor, booking.contactId)
  const [item] = await findBookingItems(tx, [id])
  const texts = PAYMENT_LINES[terms?.language ?? 'en']
  const document = await insertVisitRequest(tx, actor, {
    ...{ clientDocumentId, contact, lines, dueOn, booking: { id, locationId: booking.locationId } },
    currency: terms?.currency ?? item?.currency,
    paid: (await findDeductible(tx, requests)).map((request) => ({
      ...{ request, description: texts.paid(request.invoiceNumber) },
    })),
  })
  await recordTermsChanged(tx, booking, actor)
  return getPaymentDetail(tx, actor, { id: document.id, kind: 'request' })
}
