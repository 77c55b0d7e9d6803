import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { lockConversationsOfNumbers, refreshConversations } from '../changes/index.ts'
import { recordContactOfNumberUpdated } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import {
  recordConsent,
  recordConsentReviewChanged,
  reopenConsentReviews,
  resumeConsentReviews,
  updateSubscriberStates,
} from '../messaging/index.ts'
import { accessMessage, type MessageRow } from '../threads/index.ts'

type Review = Row<'consentReviews'>

interface Reviewed {
  review: Review
  message: MessageRow
  conversation: ConversationRow
  /** All conversations with the contact's number, locked. */
  threads: string[]
}

/**
 * Decides whether a text was an opt-out. An opt-out is recorded with the text as its wording, as if the
 * person had sent a keyword, and confirmed to them once.
 */
export async function decideReview(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { messageId, decision }: { messageId: string; decision: 'opt-out' | 'dismiss' },
): Promise<void> {
  const { review, message, conversation, threads } = await lockReview(tx, actor, messageId)
  if (review.state !== 'pending') throw new AppError('ConsentReviewDecided')
  const at = tx.now()
  const pair = { contactPhone: review.contactPhone, tenantPhone: review.tenantPhone }
  const state = decision === 'opt-out' ? 'opted-out' : 'dismissed'
  const previous = await findState(tx, pair)
  await updateReview(tx, messageId, {
    state,
    wasOptedOut: previous?.isOptedOut ?? null,
    wasMarketingOptedOut: previous?.isMarketingOptedOut ?? null,
    decidedBy: actor.userId,
    decidedAt: at,
  })
  if (decision === 'opt-out') {
    await recordConsent(tx, {
      ...pair,
      kind: 'opt-out',
      purpose: 'all',
      source: 'text',
      wording: message.body,
      messageId,
      recordedBy: actor.userId,
      at,
    })
    await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at, actorUserId: actor.userId })
    await recordContactOfNumberUpdated(tx, actor, review.contactPhone)
  }
  await recordConsentReviewChanged(tx, {
    messageId,
    conversationId: conversation.id,
    scope: conversation,
    at,
    actorUserId: actor.userId,
    state,
    isToBeConfirmed: decision === 'opt-out' && previous?.isOptedOut !== true,
  })
  await audit(tx, actor, { review, conversation, decision, at })
}

/**
 * Undoes a decision, so that the text awaits one again. The opt-out stays in the ledger, voided by another
 * entry, and the consent before it applies; not if consent has been recorded since.
 */
export async function undoReview(deps: ConversationDeps, tx: TenantTx, actor: Actor, messageId: string): Promise<void> {
  const { review, message, conversation, threads } = await lockReview(tx, actor, messageId)
  if (review.state !== 'opted-out' && review.state !== 'dismissed') throw new AppError('ConsentReviewDecided')
  const at = tx.now()
  const pair = { contactPhone: review.contactPhone, tenantPhone: review.tenantPhone }
  if (review.state === 'opted-out') {
    if (await hasLaterRecord(tx, review)) throw new AppError('ConsentReviewDecided')
    await recordConsent(tx, {
      ...pair,
      kind: 'void',
      purpose: 'all',
      source: 'text',
      wording: message.body,
      messageId,
      recordedBy: actor.userId,
      at,
    })
    await restoreState(tx, review, at)
    if (review.decidedAt) await reopenConsentReviews(tx, review.contactPhone, { endedAt: review.decidedAt, at })
    await resumeConsentReviews(tx, review.contactPhone, at)
    await refreshConversations(deps, tx, threads, { event: contactChanged.of(), at, actorUserId: actor.userId })
    await recordContactOfNumberUpdated(tx, actor, review.contactPhone)
  }
  await updateReview(tx, messageId, {
    state: 'pending',
    wasOptedOut: null,
    wasMarketingOptedOut: null,
    decidedBy: null,
    decidedAt: null,
  })
  await recordConsentReviewChanged(tx, {
    messageId,
    conversationId: conversation.id,
    scope: conversation,
    at,
    actorUserId: actor.userId,
    state: 'pending',
  })
  await audit(tx, actor, { review, conversation, decision: 'undo', at })
}

/** Locks the conversations of the number, as everything that changes consent does, then the review. */
async function lockReview(tx: TenantTx, actor: Actor, messageId: string): Promise<Reviewed> {
  const existing = await findReview(tx, messageId)
  const threads = existing ? await lockConversationsOfNumbers(tx, [existing.contactPhone]) : []
  const { row: message, conversation } = await accessMessage(tx, actor, messageId)
  const review = await findReview(tx, messageId)
  if (!existing || !review) throw new AppError('ConsentReviewDecided')
  return { review, message, conversation, threads }
}

const findReview = (tx: TenantTx, messageId: string): Promise<Review | undefined> =>
  tx
    .selectFrom('consentReviews')
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .selectAll()
    .executeTakeFirst()

const updateReview = (
  tx: TenantTx,
  messageId: string,
  values: Pick<Review, 'state' | 'wasOptedOut' | 'wasMarketingOptedOut' | 'decidedBy' | 'decidedAt'>,
) =>
  tx
    .updateTable('consentReviews')
    .set(values)
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', '=', messageId)
    .execute()

interface Pair {
  contactPhone: string
  tenantPhone: string
}

/** The recorded consent of a pair of numbers. */
const findState = (tx: TenantTx, { contactPhone, tenantPhone }: Pair) =>
  tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('tenantPhone', '=', tenantPhone)
    .select(['isOptedOut', 'isMarketingOptedOut'])
    .executeTakeFirst()

async function restoreState(tx: TenantTx, review: Review, at: string): Promise<void> {
  const { wasOptedOut: isOptedOut, wasMarketingOptedOut: isMarketingOptedOut } = review
  await tx
    .updateTable('optOuts')
    .set({ isOptedOut, isMarketingOptedOut, updatedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', review.contactPhone)
    .where('tenantPhone', '=', review.tenantPhone)
    .execute()
  await updateSubscriberStates(tx, sql`array[${review.contactPhone}]::text[]`, at)
}

/** Whether the person or a teammate recorded other consent for the number since the decision. */
async function hasLaterRecord(tx: TenantTx, { messageId, contactPhone, decidedAt }: Review): Promise<boolean> {
  const later = await tx
    .selectFrom('consentEvents')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('kind', '<>', 'help')
    .where('createdAt', '>=', decidedAt)
    .where((where) => where.or([where('messageId', 'is', null), where('messageId', '<>', messageId)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

const audit = (
  tx: TenantTx,
  actor: Actor,
  {
    review,
    conversation,
    decision,
    at,
  }: { review: Review; conversation: ConversationRow; decision: 'opt-out' | 'dismiss' | 'undo'; at: string },
) =>
  recordAudit(tx, {
    action: 'consent-review.decided',
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${review.contactPhone.slice(-4)}`,
    data: { decision },
    locationIDs: [conversation.locationId],
    at,
  })
