import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { BOOKINGS_AUTHOR, lockScheduleOfContact } from '../bookings/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { type ConversationRow, findConversation } from '../conversations/index.ts'
import { replyId } from '../messages/index.ts'
import { findLatestOutgoing, type MessageRow } from '../threads/index.ts'
import type { OfferRow, OfferTimeRow } from './rows.ts'

export const findOffer = (tx: TenantTx, id: string): Promise<OfferRow | undefined> =>
  tx.selectFrom('bookingOffers').where('tenantId', '=', tx.tenantId).where('id', '=', id).selectAll().executeTakeFirst()

/** The latest offer in a locked conversation, open or ended, locked. */
export const lockLatestOffer = (tx: TenantTx, conversationId: string): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .orderBy(sql`state = 'open'`, 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether an offer in a conversation was left to the team at this time or later. */
export async function hasHandedOver(tx: TenantTx, conversationId: string, since: string): Promise<boolean> {
  const offer = await tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('state', '=', 'handed-over')
    .where('endedAt', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return offer !== undefined
}

/** The open offer in a conversation. */
export const findOpenOffer = (tx: TenantTx, conversationId: string): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('state', '=', 'open')
    .selectAll()
    .executeTakeFirst()

/**
 * Locks an offer to end it, after the schedule of its contact and its conversation, like replies do. Undefined if it is
 * not open any more.
 */
export async function lockOpenOffer(
  tx: TenantTx,
  { id, contactId, conversationId }: Pick<OfferRow, 'id' | 'contactId' | 'conversationId'>,
): Promise<OfferRow | undefined> {
  await lockScheduleOfContact(tx, contactId)
  await findConversation(tx, null, conversationId, 'change')
  const offer = await lockOffer(tx, id)
  return offer?.state === 'open' ? offer : undefined
}

const lockOffer = (tx: TenantTx, id: string): Promise<OfferRow | undefined> =>
  tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether an offer was made to a contact, whose main number may be another one since. */
export async function isOfferedTo(tx: TenantTx, { id }: OfferRow, contactId: string): Promise<boolean> {
  const offered = await tx
    .selectFrom('bookingOffers as o')
    .where('o.tenantId', '=', tx.tenantId)
    .where('o.id', '=', id)
    .where(sql<boolean>`o.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .select('o.id')
    .executeTakeFirst()
  return offered !== undefined
}

/**
 * The offer that the contact of a conversation was shown last in another one, locked with that conversation: they may
 * reply to another of our numbers, or from another of theirs.
 */
export async function lockOfferElsewhere(
  tx: TenantTx,
  { id, contactId }: Pick<ConversationRow, 'id' | 'contactId'>,
): Promise<OfferRow | undefined> {
  const latest = await tx
    .selectFrom('bookingOffers as o')
    .where('o.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`o.contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where('o.conversationId', '<>', id)
    .orderBy('o.shownAt', 'desc')
    .select(['o.id', 'o.conversationId'])
    .limit(1)
    .executeTakeFirst()
  if (!latest) return undefined
  await findConversation(tx, null, latest.conversationId, 'change')
  return lockOffer(tx, latest.id)
}

/** Every time that an offer has shown, in order. */
export const findTimes = (tx: TenantTx, offerId: string): Promise<OfferTimeRow[]> =>
  tx
    .selectFrom('bookingOfferTimes')
    .where('tenantId', '=', tx.tenantId)
    .where('offerId', '=', offerId)
    .orderBy('page')
    .orderBy('position')
    .selectAll()
    .execute()

/** The times that an offer shows now. */
export const findShownTimes = async (
  tx: TenantTx,
  { id, page }: Pick<OfferRow, 'id' | 'page'>,
): Promise<OfferTimeRow[]> => (await findTimes(tx, id)).filter((time) => time.page === page)

/** Whether a teammate has written in the conversation of an offer since it was shown; its own text does not count. */
export async function hasTeammateWritten(
  tx: TenantTx,
  { id, conversationId, shownAt }: OfferRow,
  before: string,
): Promise<boolean> {
  const written = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('isOutgoing', '=', true)
    .where('authorUserId', 'is not', null)
    .where('purpose', '=', 'conversation')
    .where('type', 'in', ['text', 'media'])
    .where('createdAt', '>', shownAt)
    .where('createdAt', '<', before)
    .where('id', '<>', id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}

/**
 * The kind of the last text before one of the contact: the offer itself, a campaign or automation, or another text,
 * such as a reminder or an auto-reply.
 */
export async function findAnsweredText(
  tx: TenantTx,
  { id, answeredMessageId }: OfferRow,
  message: MessageRow,
): Promise<'offer' | 'campaign' | 'other'> {
  const latest = await findLatestOutgoing(tx, message)
  if (!latest) return 'other'
  if (latest.id === id || (answeredMessageId !== null && latest.id === replyId(answeredMessageId))) return 'offer'
  return latest.purpose === 'automatic' && latest.author !== BOOKINGS_AUTHOR ? 'campaign' : 'other'
}

/** Whether one of these offers is open. */
export const hasOpenOffer = async (tx: TenantTx, ids: readonly string[]): Promise<boolean> =>
  (await tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('state', '=', 'open')
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The starts that someone on the waitlist was offered before. */
export async function findStartsOffered(tx: TenantTx, waitlistEntryId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookingOffers as o')
    .innerJoin('bookingOfferTimes as s', (join) =>
      join.on('s.tenantId', '=', tx.tenantId).onRef('s.offerId', '=', 'o.id'),
    )
    .where('o.tenantId', '=', tx.tenantId)
    .where('o.waitlistEntryId', '=', waitlistEntryId)
    .select('s.startsAt')
    .execute()
  return rows.map(({ startsAt }) => startsAt)
}

/** Whether the contact of a visit chose its time from an offer of a teammate. */
export const isOfferedByTeammate = async (tx: TenantTx, bookingId: string): Promise<boolean> =>
  (await tx
    .selectFrom('bookingOffers')
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('createdByUserId', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined
