import { BOOKING_CHECKOUT_MARGIN_MINUTES, BOOKING_CHECKOUT_MINUTES, pageLanguageOf } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { type RequestedPayment, requestPaymentAtBooking } from '../booking-payments/index.ts'
import { findServices } from '../booking-services/index.ts'
import {
  type BookingRow,
  bookHeldForText,
  extendHold,
  hasMissedTooMany,
  holdForText,
  isHeld,
  lockVisit,
  moveToHeldForText,
} from '../bookings/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { closeOffer } from './close-offer.ts'
import type { OfferDeps } from './deps.ts'
import { findShownTimes } from './queries.ts'
import type { OfferRow, OfferTimeRow } from './rows.ts'

export type Taken =
  | { result: 'booked' | 'requested' | 'moved'; bookingId: string }
  /** Held until it is paid. */
  | { result: 'unpaid'; booking: BookingRow; payment: RequestedPayment }
  /** No time has this number. */
  | { result: 'unknown' }
  /** The time is not free any more. */
  | { result: 'gone' }

const MINUTE_MS = 60_000
/** Statuses of visits that can be moved. */
const MOVABLE: readonly BookingRow['status'][] = ['requested', 'booked', 'confirmed']

/** Locks a visit that its contact may still move, by the same rules as on the booking page. */
export async function lockMovable(tx: TenantTx, id: string): Promise<BookingRow | undefined> {
  const visit = await lockVisit(tx, id)
  if (!visit || !MOVABLE.includes(visit.status)) return undefined
  const { page } = await readBookingConfigs(tx)
  return isAfter(visit.startsAt, shift(tx.now(), page.cutOffMinutes * MINUTE_MS)) ? visit : undefined
}

/**
 * Books the time of an open offer that a contact chose by its number, or moves their visit to it, and releases the
 * others. The offer and its conversation are locked.
 */
export async function takeTime(
  deps: OfferDeps,
  tx: TenantTx,
  conversation: Pick<ConversationRow, 'contactId' | 'contactLanguage'>,
  offer: OfferRow,
  number: number,
): Promise<Taken> {
  const time = (await findShownTimes(tx, offer)).find(({ position }) => position === number)
  if (!time) return { result: 'unknown' }
  const visit = offer.movesBookingId === null ? undefined : await lockMovable(tx, offer.movesBookingId)
  const held = await lockHeld(tx, offer, time)
  if (!held) return { result: 'gone' }
  const needsApproval = await requiresApproval(tx, offer, conversation.contactId)
  if (offer.kind === 'move') {
    if (!visit || !(await moveToHeldForText(deps, tx, visit, held, { needsApproval }))) return { result: 'gone' }
    await closeOffer(tx, offer, 'accepted', visit.id)
    return { result: needsApproval ? 'requested' : 'moved', bookingId: visit.id }
  }
  const payment = await requestPaymentAndHold(deps, tx, conversation, held, needsApproval)
  if (payment) {
    await closeOffer(tx, offer, 'accepted', held.id)
    return { result: 'unpaid', booking: held, payment }
  }
  const status = needsApproval ? 'requested' : 'booked'
  const { contactId } = conversation
  const isOffered = offer.createdByUserId !== null
  if (!(await bookHeldForText(deps, tx, held, { contactId, status, isOffered }))) return { result: 'gone' }
  await closeOffer(tx, offer, 'accepted', held.id)
  return { result: status, bookingId: held.id }
}

/**
 * Requests the payment that a chosen time requires, and extends its hold until it is due; undefined if none is
 * required.
 */
async function requestPaymentAndHold(
  deps: OfferDeps,
  tx: TenantTx,
  { contactId, contactLanguage }: Pick<ConversationRow, 'contactId' | 'contactLanguage'>,
  held: BookingRow,
  needsApproval: boolean,
): Promise<RequestedPayment | undefined> {
  const afterwards = shift(tx.now(), BOOKING_CHECKOUT_MINUTES * MINUTE_MS)
  const dueAt = isAfter(held.startsAt, afterwards) ? afterwards : held.startsAt
  const visit = { booking: held, contactId, language: pageLanguageOf(contactLanguage), byUserId: null }
  const payment = await requestPaymentAtBooking(deps, tx, visit, { dueAt: () => dueAt, needsApproval })
  if (payment) await extendHold(tx, held, shift(dueAt, BOOKING_CHECKOUT_MARGIN_MINUTES * MINUTE_MS))
  return payment
}

/**
 * The booking that holds an offered time, locked. A hold that ran out while the reply was on its way is renewed if it
 * can be.
 */
async function lockHeld(tx: TenantTx, offer: OfferRow, time: OfferTimeRow): Promise<BookingRow | undefined> {
  const held = await lockVisit(tx, time.bookingId)
  if (held && isHeld(tx, held)) return held
  const location = await findLocationRow(tx, offer.locationId)
  const renewed = await holdForText(tx, location, { items: offer.items, startsAt: time.startsAt, minutes: 1 })
  return renewed === null ? undefined : lockVisit(tx, renewed)
}

/** A teammate who offers times has approved them. */
async function requiresApproval(
  tx: TenantTx,
  { items, createdByUserId }: OfferRow,
  contactId: string,
): Promise<boolean> {
  if (createdByUserId !== null) return false
  if (await hasMissedTooMany(tx, contactId)) return true
  const services = await findServices(
    tx,
    items.map(({ serviceID }) => serviceID),
  )
  return services.some((service) => service.requiresApproval)
}
