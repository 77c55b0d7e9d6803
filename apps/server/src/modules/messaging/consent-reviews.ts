import { type ConsentReviewState, type ConversationScope, toSid } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { roomsFor } from '../visibility/index.ts'
import { consentReviewChanged } from './events.ts'

interface Address {
  messageId: string
  conversationId: string
  scope: ConversationScope
  at: string
}

/**
 * Queues a possible opt-out for review. The number gets no marketing until a teammate decides. While the number is
 * opted out, the review is suspended: it opens if a teammate lifts the opt-out.
 */
export async function openConsentReview(
  tx: TenantTx,
  {
    contactPhone,
    tenantPhone,
    isOptedOut,
    ...address
  }: Address & { contactPhone: string; tenantPhone: string; isOptedOut: boolean },
): Promise<void> {
  const state = isOptedOut ? 'suspended' : 'pending'
  await tx
    .insertInto('consentReviews')
    .values({
      tenantId: tx.tenantId,
      messageId: address.messageId,
      contactPhone,
      tenantPhone,
      state,
      createdAt: address.at,
    })
    .execute()
  if (state === 'pending') await recordConsentReviewChanged(tx, { ...address, state })
}

/** Ends the open reviews of a number for which consent was recorded in another way. */
export async function supersedeConsentReviews(tx: TenantTx, contactPhone: string, at: string): Promise<void> {
  const reviews = await changeReviews(tx, contactPhone, 'pending', { state: 'superseded', decidedAt: at })
  await recordChanged(tx, reviews, { at, state: 'superseded' })
}

/** Ends the suspended reviews of a number after its person opted in. */
export async function supersedeSuspendedReviews(tx: TenantTx, contactPhone: string, at: string): Promise<void> {
  await changeReviews(tx, contactPhone, 'suspended', { state: 'superseded', decidedAt: at })
}

/** Opens the suspended reviews of a number after a teammate lifted its opt-out. */
export async function resumeConsentReviews(tx: TenantTx, contactPhone: string, at: string): Promise<void> {
  const reviews = await changeReviews(tx, contactPhone, 'suspended', { state: 'pending' })
  await recordChanged(tx, reviews, { at, state: 'pending' })
}

const changeReviews = (
  tx: TenantTx,
  contactPhone: string,
  from: 'pending' | 'suspended',
  set: { state: 'pending' | 'superseded'; decidedAt?: string },
) =>
  tx
    .updateTable('consentReviews')
    .set(set)
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('state', '=', from)
    .returning('messageId')
    .execute()

/**
 * Opens the reviews of a number again that an opt-out ended which is now undone: each may still ask for no more texts.
 */
export async function reopenConsentReviews(
  tx: TenantTx,
  contactPhone: string,
  { endedAt, at }: { endedAt: string; at: string },
): Promise<void> {
  const reopened = await tx
    .updateTable('consentReviews')
    .set({ state: 'pending', decidedAt: null })
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('state', '=', 'superseded')
    .where('decidedAt', '=', endedAt)
    .returning('messageId')
    .execute()
  await recordChanged(tx, reopened, { at, state: 'pending' })
}

async function recordChanged(
  tx: TenantTx,
  reviews: readonly { messageId: string }[],
  change: { at: string; state: ConsentReviewState },
): Promise<void> {
  if (reviews.length === 0) return
  const addresses = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
    )
    .where('m.tenantId', '=', tx.tenantId)
    .where(
      'm.id',
      'in',
      reviews.map(({ messageId }) => messageId),
    )
    .select(['m.id as messageId', 'm.conversationId', 'c.locationId', 'c.toUserId as assigneeId'])
    .execute()
  for (const { messageId, conversationId, ...scope } of addresses)
    await recordConsentReviewChanged(tx, { messageId, conversationId, scope, ...change })
}

/** Records the state of a review, and refreshes the screens of everyone who may see the conversation. */
export async function recordConsentReviewChanged(
  tx: TenantTx,
  {
    scope,
    conversationId,
    messageId,
    at,
    actorUserId,
    ...data
  }: Address & { state: ConsentReviewState; isToBeConfirmed?: boolean; actorUserId?: string },
): Promise<void> {
  const id = await consentReviewChanged.record(tx, { at, scope, conversationId, messageId, actorUserId, data })
  tx.publish(roomsFor(scope), {
    type: 'consent-review.changed',
    id,
    at,
    conversationSid: toSid('CH', conversationId),
  })
}
