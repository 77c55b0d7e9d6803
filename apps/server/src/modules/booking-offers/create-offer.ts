import type { BookingOffer } from '@frontdesk/contract/api'
import { HOLD_MINUTES } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { assertVisit, type BookingDeps, lockScheduleOfContact, type RequestedItem } from '../bookings/index.ts'
import { accessContact } from '../contacts/index.ts'
import { findLocation } from '../locations/index.ts'
import { accessTargetConversation, sendMessage } from '../messages/index.ts'
import { choosePair, throughPair } from '../number-pairs/index.ts'
import { openOffer } from './open-offer.ts'
import { findOffer, findShownTimes } from './queries.ts'
import type { OfferRow } from './rows.ts'
import { writeOffer } from './write-offer.ts'

interface Request {
  clientMessageId: string
  conversationId: string
  locationID: string
  items: RequestedItem[]
  from?: string | undefined
  lastSeenIndex?: number | undefined
}

/** Texts a contact free times to choose from. A repeated request returns the offer that it made the first time. */
export async function createOffer(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  { clientMessageId: id, conversationId, locationID, items, from, lastSeenIndex }: Request,
): Promise<BookingOffer> {
  const { contactId } = await findTarget(tx, actor, conversationId, 'read')
  await lockScheduleOfContact(tx, contactId)
  const conversation = await findTarget(tx, actor, conversationId, 'change')
  // How many visits a hidden contact has ahead decides what is free for them.
  await accessContact(tx, actor, conversation.contactId)
  const repeated = await findOffer(tx, id)
  if (repeated) {
    if (repeated.conversationId !== conversation.id) throw new AppError('ClientMessageIdReused')
    return toOffer(tx, repeated)
  }
  const location = await findLocation(tx, actor, locationID)
  if (!location) throw new AppError('LocationNotFound')
  // Report a missing service or resource as such, not as NoFreeTime.
  await assertVisit(tx, location, items)
  const offer = await openOffer(tx, conversation, {
    ...{ id, kind: 'visit', locationId: location.id, items, minutes: HOLD_MINUTES, from },
    ...{ byUserId: actor.userId, viewer: actor },
  })
  if (!offer) throw new AppError('NoFreeTime')
  await sendMessage(deps, tx, actor, {
    conversationId: conversation.id,
    viaId: conversation.viaId,
    text: await writeOffer(tx, offer, { conversation, reason: 'offer' }),
    attachmentIds: [],
    clientMessageId: id,
    lastSeenIndex,
  })
  return toOffer(tx, offer)
}

/** The conversation with the contact to whom times are offered. */
async function findTarget(tx: TenantTx, actor: Actor, conversationId: string, lock: 'read' | 'change') {
  const { conversation, viaId } = await accessTargetConversation(tx, actor, { conversationId }, lock)
  return throughPair(conversation, (await choosePair(tx, conversation, viaId)).viaId)
}

const toOffer = async (tx: TenantTx, offer: OfferRow): Promise<BookingOffer> => ({
  id: offer.id,
  times: (await findShownTimes(tx, offer)).map(({ startsAt }) => startsAt),
  heldUntilUtc: offer.heldUntil,
})
