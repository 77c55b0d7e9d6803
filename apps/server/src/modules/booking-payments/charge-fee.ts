import type { BookingPayment } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { invalidInput } from '../../platform/paging.ts'
import { type BookingRow, findBookingItems, formatVisitTime, lockBooking } from '../bookings/index.ts'
import { chargeRequest, findCardOfSetup } from '../card-payments/index.ts'
import {
  cancelUnpaid,
  type DocumentRow,
  findBookingRequests,
  findDocumentById,
  insertBookingRequest,
  lockDocumentById,
  shareLine,
} from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { feeOf, getBookingPayment } from './get-booking-payment.ts'
import { recordTermsChanged } from './record-terms-changed.ts'
import { findTerms, setTerms, type TermsRow } from './terms.ts'
import { PAYMENT_LINES } from './texts.ts'

interface FeeCharge {
  id: string
  clientPaymentId: string
  amount?: number | undefined
}

/**
 * Charges the no-show fee of a visit to its card on file: never more than the contact agreed to, and only if they can
 * get a receipt. Idempotent.
 */
export async function chargeFee(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  actor: Actor,
  { id, clientPaymentId, amount: requested }: FeeCharge,
): Promise<BookingPayment> {
  const booking = await lockBooking(tx, actor, { id })
  const terms = await findTerms(tx, id, 'change')
  const requests = await findBookingRequests(tx, id)
  const repeated = await findRepeated(tx, clientPaymentId)
  if (repeated) {
    const isSame = repeated.bookingId === id && (requested === undefined || Number(repeated.totalAmount) === requested)
    if (!isSame) throw new AppError('ClientPaymentIdReused')
    return getBookingPayment(deps, tx, actor, id)
  }
  if (!terms?.agreedAt || terms.noShowFeeAmount === null) throw new AppError('NoShowFeeNotAgreed')
  const maxAmount = feeOf(terms, requests, booking)
  if (maxAmount === null) throw new AppError('BookingStatusWrong')
  const amount = requested ?? maxAmount
  if (amount > maxAmount) throw invalidInput('amount', 'More than the contact agreed to')
  const card = terms.setupId === null ? undefined : await findCardOfSetup(tx, terms.setupId)
  if (!card) throw new AppError('CardNotFound')
  const document = await findOrInsertFee(tx, actor, { booking, terms, requests, amount })
  await chargeRequest(deps, tx, actor, document, { cardID: card.id, clientPaymentId, tipAmount: 0 })
  await recordTermsChanged(tx, booking, actor)
  return getBookingPayment(deps, tx, actor, id)
}

async function findRepeated(tx: TenantTx, clientPaymentId: string): Promise<DocumentRow | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .where('tenantId', '=', tx.tenantId)
    .where('clientPaymentId', '=', clientPaymentId)
    .select('documentId')
    .executeTakeFirst()
  return payment && findDocumentById(tx, payment.documentId)
}

interface Fee {
  booking: BookingRow
  terms: TermsRow
  requests: readonly DocumentRow[]
  amount: number
}

/** The request for the fee, locked. A request whose charge failed is reused if its amount is the same. */
async function findOrInsertFee(
  tx: TenantTx,
  actor: Actor,
  { booking, terms, requests, amount }: Fee,
): Promise<DocumentRow> {
  const open = requests.find(({ bookingPart, stage }) => bookingPart === 'no-show-fee' && stage !== 'cancelled')
  const locked = open && (await lockDocumentById(tx, open.id))
  if (locked && Number(locked.totalAmount) === amount) return locked
  if (locked && !(await cancelUnpaid(tx, actor, locked))) throw new AppError('PaymentStatusWrong')
  const contact = await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', booking.contactId ?? '')
    .select(['id', 'phone'])
    .executeTakeFirst()
  if (!contact) throw new AppError('BookingNotFound')
  const services = (await findBookingItems(tx, [booking.id])).map(({ serviceName }) => serviceName).join(' + ')
  const time = formatVisitTime({ ...booking, language: terms.language })
  return insertBookingRequest(tx, actor, {
    ...{ clientDocumentId: newId(), contact, currency: terms.currency, note: terms.wording, dueOn: null },
    booking: { id: booking.id, locationId: booking.locationId, part: 'no-show-fee' },
    // A no-show fee is compensation, not payment for a service, so it is not taxed.
    isTaxExempt: false,
    lines: [shareLine(PAYMENT_LINES[terms.language].noShowFee(services, time), amount, null)],
  })
}

/** Waives the no-show fee of a visit, or undoes that. */
export async function waiveFee(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  actor: Actor,
  { id, isWaived }: { id: string; isWaived: boolean },
): Promise<BookingPayment> {
  const booking = await lockBooking(tx, actor, { id })
  const terms = await findTerms(tx, id, 'change')
  if (!terms?.agreedAt || terms.noShowFeeAmount === null) throw new AppError('NoShowFeeNotAgreed')
  if ((terms.feeWaivedAt !== null) !== isWaived) {
    const set = isWaived ? { feeWaivedAt: tx.now(), feeWaivedByUserId: actor.userId } : NOT_WAIVED
    await setTerms(tx, id, set)
    await recordTermsChanged(tx, booking, actor)
  }
  return getBookingPayment(deps, tx, actor, id)
}

const NOT_WAIVED = { feeWaivedAt: null, feeWaivedByUserId: null }
