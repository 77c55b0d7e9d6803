import type { Viewer } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { holdForText, type RequestedItem, releaseHolds } from '../bookings/index.ts'
import { type ConversationRow, markBookingOffer } from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { closeOffer } from './close-offer.ts'
import { bookingOfferShown } from './events.ts'
import { expireOfferSpec } from './expire-offer-spec.ts'
import { type HeldTime, holdTimes, offerDays, type RequestedDays } from './hold-times.ts'
import { findOffer, findTimes, lockLatestOffer } from './queries.ts'
import type { OfferKind, OfferRow, OfferTimeRow } from './rows.ts'

export interface NewOffer {
  id: string
  kind: OfferKind
  locationId: string
  items: RequestedItem[]
  movesBookingId?: string | null
  waitlistEntryId?: string | null
  minutes: number
  byUserId: string | null
  /** The teammate to whom the result reveals whether times are free. */
  viewer?: Viewer
  /** Default: the next days. */
  requested?: RequestedDays | undefined
  /** The first day, if times of several days are offered. */
  from?: string | undefined
}

/**
 * Holds free times for the contact of a locked conversation, in place of those it offered before; null if nothing is
 * free, and then an earlier offer stays as it is. The caller sends the text that shows them.
 */
export async function openOffer(
  tx: TenantTx,
  conversation: Pick<ConversationRow, 'id' | 'contactId'>,
  {
    id,
    kind,
    locationId,
    items,
    movesBookingId = null,
    waitlistEntryId = null,
    minutes,
    byUserId,
    viewer,
    ...days
  }: NewOffer,
): Promise<OfferRow | null> {
  const location = await findLocationRow(tx, locationId)
  const earlier = await lockLatestOffer(tx, conversation.id)
  const times = await holdTimes(tx, {
    location,
    items,
    contactId: viewer ? conversation.contactId : limitedContactId(conversation, byUserId),
    viewer,
    movesBookingId,
    minutes,
    shown: new Set(),
    requested: days.requested ?? offerDays(location.timeZone, tx.now(), days.from),
  })
  if (times.length === 0) return null
  if (earlier?.state === 'open') await closeOffer(tx, earlier, 'replaced')
  const at = tx.now()
  const heldUntil = shift(at, minutes * 60_000)
  await tx
    .insertInto('bookingOffers')
    .values({
      ...{
        tenantId: tx.tenantId,
        id,
        conversationId: conversation.id,
        contactId: conversation.contactId,
        locationId,
        kind,
        movesBookingId,
        waitlistEntryId,
      },
      ...{ state: 'open', items: JSON.stringify(items), holdMinutes: minutes, shownAt: at, heldUntil },
      ...{ createdByUserId: byUserId, createdAt: at },
    })
    .execute()
  await markBookingOffer(tx, conversation.id, true)
  await storeTimes(tx, { id, page: 1, heldUntil }, times)
  return mustFind(tx, id)
}

/**
 * The contact whose limits per person apply to the times of an offer. For an offer of a teammate, the limits counted
 * only visits that they see: a refusal because of others would reveal those in the conversation.
 */
const limitedContactId = ({ contactId }: Pick<ConversationRow, 'contactId'>, byUserId: string | null): string | null =>
  byUserId === null ? contactId : null

/**
 * Replaces the held times of a locked open offer with others: within the requested time, or not shown before. Returns
 * null and keeps the present times if nothing is free.
 */
export async function showOtherTimes(
  tx: TenantTx,
  conversation: Pick<ConversationRow, 'contactId'>,
  offer: OfferRow,
  requested?: RequestedDays,
): Promise<OfferRow | null> {
  const { id, locationId, items, movesBookingId, holdMinutes: minutes } = offer
  const location = await findLocationRow(tx, locationId)
  const shown = await findTimes(tx, id)
  const present = shown.filter(({ page }) => page === offer.page)
  const release = () =>
    releaseHolds(
      tx,
      present.map(({ bookingId }) => bookingId),
    )
  // A time that is asked for by name may be, or overlap, one that is shown now, which is free only once it is released.
  if (requested) await release()
  const times = await holdTimes(tx, {
    ...{ location, items, contactId: limitedContactId(conversation, offer.createdByUserId), movesBookingId, minutes },
    shown: new Set(requested ? [] : shown.map(({ startsAt }) => startsAt)),
    requested: requested ?? offerDays(location.timeZone, present[0]?.startsAt ?? tx.now()),
  })
  if (times.length === 0) {
    if (requested) await holdAgain(tx, location, offer, present)
    return null
  }
  if (!requested) await release()
  const page = offer.page + 1
  const shownAt = tx.now()
  const heldUntil = shift(shownAt, minutes * 60_000)
  await tx
    .updateTable('bookingOffers')
    .set({ page, shownAt, heldUntil, unmatchedReplies: 0 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await storeTimes(tx, { id, page, heldUntil }, times)
  return mustFind(tx, id)
}

/** Holds times again that were released in this transaction, for as long as they were held. */
async function holdAgain(
  tx: TenantTx,
  location: { id: string; timeZone: string },
  { items, heldUntil }: OfferRow,
  times: readonly OfferTimeRow[],
): Promise<void> {
  const minutes = Math.max(1, Math.ceil((Date.parse(heldUntil) - Date.parse(tx.now())) / 60_000))
  for (const { offerId, page, position, startsAt } of times) {
    const bookingId = await holdForText(tx, location, { items, startsAt, minutes })
    if (bookingId === null) continue
    await tx
      .updateTable('bookingOfferTimes')
      .set({ bookingId })
      .where('tenantId', '=', tx.tenantId)
      .where('offerId', '=', offerId)
      .where('page', '=', page)
      .where('position', '=', position)
      .execute()
  }
}

async function storeTimes(
  tx: TenantTx,
  { id, page, heldUntil }: Pick<OfferRow, 'id' | 'page' | 'heldUntil'>,
  times: readonly HeldTime[],
): Promise<void> {
  await tx
    .insertInto('bookingOfferTimes')
    .values(times.map((time, index) => ({ tenantId: tx.tenantId, offerId: id, page, position: index + 1, ...time })))
    .execute()
  await enqueue(tx, expireOfferSpec({ tenantId: tx.tenantId, id }, heldUntil))
  await bookingOfferShown.record(tx, { at: tx.now(), data: { offerID: id } })
}

async function mustFind(tx: TenantTx, id: string): Promise<OfferRow> {
  const offer = await findOffer(tx, id)
  if (!offer) throw new Error('An offer was not found after its insert.')
  return offer
}
