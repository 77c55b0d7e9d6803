import type { BookingPayment } from '@frontdesk/contract/api'
import { sumOf, type Viewer } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type BookingRow, findBookingItems, findVisit, getBooking, refundDeadline } from '../bookings/index.ts'
import { findCardOfSetup, findDeclinedAt, findReceiptChannel } from '../card-payments/index.ts'
import { readPaymentConfigs } from '../payment-configs/index.ts'
import {
  type DocumentRow,
  deductsPayment,
  dueAmountOf,
  findBookingRequests,
  leftOfPaid,
} from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { isTaxExempt } from './tax-exemption.ts'
import { findTerms, type TermsRow } from './terms.ts'

/** The payments and terms of a booking that the viewer may see. */
export async function getBookingPayment(
  deps: BookingPaymentDeps,
  tx: TenantTx,
  viewer: Viewer,
  id: string,
): Promise<BookingPayment> {
  const { isBusy } = await getBooking(tx, viewer, id)
  if (isBusy) throw new AppError('BookingNotFound')
  const terms = await findTerms(tx, id)
  const requests = await findBookingRequests(tx, id)
  const card = terms?.setupId ? await findCardOfSetup(tx, terms.setupId) : undefined
  const booking = await findVisit(tx, id)
  const maxAmount = booking && terms && card ? feeOf(terms, requests, booking) : null
  return {
    terms: terms ? await toTerms(tx, terms, booking ? refundDeadline(booking) : null) : null,
    requests: requests.map((row) => ({
      ...{ id: row.id, part: row.bookingPart ?? 'visit', status: row.status, invoiceNumber: row.invoiceNumber },
      ...{ currency: row.currency, totalAmount: Number(row.totalAmount), paidAmount: Number(row.paidAmount) },
      ...{ refundedAmount: Number(row.refundedAmount), dueAmount: dueAmountOf(row) },
    })),
    card: card ? { brand: card.brand, last4: card.last4, expiresOn: card.expiresOn } : null,
    fee:
      booking?.contactId && maxAmount !== null
        ? { maxAmount, receipt: await findReceiptChannel(deps, tx, { ...booking, contactId: booking.contactId }) }
        : null,
    suggestedLines: await suggestLines(tx, id),
    isTaxExempt: booking?.contactId ? await isTaxExempt(tx, { contactId: booking.contactId }) : false,
    depositAmount: sumOf(requests.map(paidAtBooking)),
    deductibleAmount: sumOf((await findDeductible(tx, requests)).map(paidAtBooking)),
  }
}

const AT_BOOKING: readonly (string | null)[] = ['deposit', 'price']

/** The unrefunded part of a payment made at booking. */
const paidAtBooking = (request: DocumentRow): number =>
  AT_BOOKING.includes(request.bookingPart) ? leftOfPaid(request) : 0

/** Whether a payment at booking is requested and still due. */
export const isOpenAtBooking = (request: DocumentRow): boolean =>
  AT_BOOKING.includes(request.bookingPart) && dueAmountOf(request) > 0

/**
 * Payments at booking that the next request for the visit deducts: none if an earlier, uncancelled one already does.
 */
export async function findDeductible(tx: TenantTx, requests: readonly DocumentRow[]): Promise<DocumentRow[]> {
  const live = requests.filter(({ stage }) => stage !== 'cancelled')
  return (await deductsPayment(tx, live)) ? [] : requests.filter((request) => paidAtBooking(request) > 0)
}

/** The fee that may be charged to the card on file for a visit; null unless it was a no-show or cancelled too late. */
export function feeOf(
  { noShowFeeAmount, feeWaivedAt, state }: TermsRow,
  requests: readonly DocumentRow[],
  booking: BookingRow,
): number | null {
  const { status, endedAt } = booking
  const deadline = refundDeadline(booking)
  if (noShowFeeAmount === null || feeWaivedAt !== null || state !== 'booked') return null
  const isLateCancel =
    status === 'cancelled' && endedAt !== null && deadline !== null && Date.parse(endedAt) >= Date.parse(deadline)
  if (status !== 'no-show' && !isLateCancel) return null
  const fees = requests.filter(({ bookingPart, stage }) => bookingPart === 'no-show-fee' && stage !== 'cancelled')
  // A failed charge can be retried; a paid fee cannot be charged again.
  return fees.some((request) => dueAmountOf(request) === 0 || request.isProcessing) ? null : Number(noShowFeeAmount)
}

async function toTerms(tx: TenantTx, row: TermsRow, refundUntilUtc: string | null): Promise<BookingPayment['terms']> {
  return {
    ...{ kind: row.kind, state: row.state, amount: Number(row.amount), currency: row.currency, wording: row.wording },
    noShowFeeAmount: row.noShowFeeAmount === null ? null : Number(row.noShowFeeAmount),
    ...{ agreedAt: row.agreedAt, refundUntilUtc, outcome: row.outcome, feeWaivedAt: row.feeWaivedAt },
    feeWaivedBy: await findName(tx, row.feeWaivedByUserId),
    dueOnUtc: row.state === 'paying' || row.state === 'unpaid' ? row.expiresAt : null,
    declinedOnUtc: row.setupId === null ? null : await findDeclinedAt(tx, row.setupId),
    by: await findName(tx, row.byUserId),
  }
}

async function findName(tx: TenantTx, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const user = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .select('displayName')
    .executeTakeFirst()
  return user?.displayName ?? null
}

/** A line for each service of the visit, at the price that it was booked for. */
async function suggestLines(tx: TenantTx, bookingId: string): Promise<BookingPayment['suggestedLines']> {
  const { taxes } = await readPaymentConfigs(tx)
  const taxIDs = taxes.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  return (await findBookingItems(tx, [bookingId])).map(({ serviceName, priceAmount }) => ({
    ...{ description: serviceName, unitAmount: Number(priceAmount ?? 0), taxIDs },
  }))
}
