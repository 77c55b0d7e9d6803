import { formatPhone, MERGE_MESSAGES_MAX, MERGED_MAX, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { setUnreadMarks, unsnoozeSpec } from '../attention/index.ts'
import { recordAudit } from '../audit/index.ts'
import { startChange } from '../changes/index.ts'
import { markHasConversation } from '../contact-rows/index.ts'
import { conversationLeft } from '../conversations/events.ts'
import {
  accessConversation,
  type ConversationDeps,
  type ConversationRow,
  conversationName,
  findOwnConversation,
  type OwnConversationRow,
  recalculateConversations,
} from '../conversations/index.ts'
import { publishDraft } from '../drafts/index.ts'
import { sendSpec } from '../messages/index.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'
import { DELETE_DELTAS } from '../totals/index.ts'
import { roomsFor } from '../visibility/index.ts'
import { conversationMerged } from './events.ts'
import { interleaveMessages, lockMergedConversations, MOVED_TABLES } from './renumber-messages.ts'

interface MergeRequest {
  id: string
  intoId: string
}

/** Loads both conversations with access. `currentIds` are the conversations they are part of now. */
async function accessBoth(
  tx: TenantTx,
  actor: Actor,
  { id, intoId }: MergeRequest,
  currentIds: string[],
  lock: 'read' | 'change',
): Promise<{ merged: ConversationRow; surviving: ConversationRow }> {
  if (id === intoId) throw new AppError('MergeWithItself')
  const [currentId = '', currentIntoId = ''] = currentIds
  const conversations: ConversationRow[] = []
  // Lock in id order, like all code that locks several, to avoid deadlocks.
  for (const each of [...new Set([currentId, currentIntoId])].toSorted())
    conversations.push(await accessConversation(tx, actor, each, lock))
  const merged = conversations.find((conversation) => conversation.id === id)
  const surviving = conversations.find((conversation) => conversation.id === currentIntoId)
  // The conversation has already been merged, into this one or a third one.
  if (!merged || !surviving || merged === surviving) throw new AppError('AlreadyMerged')
  if (1 + (merged.merged?.length ?? 0) + (surviving.merged?.length ?? 0) > MERGED_MAX)
    throw new AppError('TooManyMerged')
  // A merge shows both contacts to everyone who sees the surviving conversation.
  if (merged.isContactHidden || surviving.isContactHidden) throw new AppError('ContactRestricted')
  return { merged, surviving }
}

export interface MergePreview {
  merged: ConversationRow
  surviving: ConversationRow
  scheduledMessages: number
  isReopened: boolean
}

/** Previews a merge, for its confirmation dialog. */
export async function previewMerge(tx: TenantTx, actor: Actor, request: MergeRequest): Promise<MergePreview> {
  const currentIds = await Promise.all([request.id, request.intoId].map((id) => resolveMergedConversation(tx, id)))
  const { merged, surviving } = await accessBoth(tx, actor, request, currentIds, 'read')
  if (merged.latestIndex + surviving.latestIndex > MERGE_MESSAGES_MAX) throw new AppError('ConversationsTooLong')
  const { scheduledMessages } = await tx
    .selectFrom('scheduledMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', merged.id)
    .where('state', 'in', ['waiting', 'held', 'stopped'])
    .select(sql<number>`count(*)::int`.as('scheduledMessages'))
    .executeTakeFirstOrThrow()
  return { merged, surviving, scheduledMessages, isReopened: !merged.isClosed && surviving.isClosed }
}

/**
 * Merges a conversation into another. The surviving conversation keeps its location, folder, assignee and status, and
 * so its visibility. The merged one's row moves to `merged_conversations`, from where an unmerge restores it.
 */
export async function mergeConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  request: MergeRequest,
): Promise<OwnConversationRow> {
  const currentIds = await lockMergedConversations(tx, [request.id, request.intoId])
  // `for update` also blocks inserts of rows that reference them, such as notifications.
  await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${currentIds}::uuid[])
    order by c.id for update`.execute(tx)
  const { merged, surviving } = await accessBoth(tx, actor, request, currentIds, 'change')
  const [from, into] = [merged.id, surviving.id]
  if (merged.latestIndex + surviving.latestIndex > MERGE_MESSAGES_MAX) throw new AppError('ConversationsTooLong')
  const at = deps.now()
  // Its texts would be answered for the contact of the surviving conversation.
  await deps.closeBookingOffers(tx, [from])

  await sql`
    with removed as materialized (
      select c.* from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${from}
    ), counted as (${forTenant(tx, (tenant) => DELETE_DELTAS('removed', tenant))}
    )
    insert into merged_conversations
      (tenant_id, id, into_id, path, contact_id, phone_number_id, contact_phone, tenant_phone, friendly_name, former_row, merged_by,
        merged_at, has_lifted_restriction)
    select ${tx.tenantId}, removed.id, ${into}::uuid, array[${into}::uuid], removed.contact_id, removed.phone_number_id,
    removed.contact_phone, removed.tenant_phone, removed.friendly_name, to_jsonb(removed), ${actor.userId}::uuid, ${at}::timestamptz,
    ${surviving.isContactRestricted}::boolean
    from removed`.execute(tx)
  await sql`
    update merged_conversations set into_id = ${into}, path = path || ${into}::uuid
    where tenant_id = ${tx.tenantId} and into_id = ${from}`.execute(tx)
  await interleaveMessages(tx, from, into)
  await moveUnreadMarks(deps, tx, from, into)
  await moveDrafts(deps, tx, { from, into, at })
  // A conversation has at most one unread notification per user and kind.
  await sql`
    update notifications n set read_at = ${at}::timestamptz
    where n.tenant_id = ${tx.tenantId} and n.conversation_id = ${from} and n.read_at is null and exists (
      select from notifications existing where existing.tenant_id = ${tx.tenantId} and existing.conversation_id = ${into}
      and existing.read_at is null and existing.user_id = n.user_id and existing.kind = n.kind
    )`.execute(tx)
  for (const table of MOVED_TABLES)
    await sql`
      update ${sql.table(table)}
      set conversation_id = ${into}, via_conversation_id = coalesce(via_conversation_id, ${from}::uuid)
      where tenant_id = ${tx.tenantId} and conversation_id = ${from}`.execute(tx)
  // So that an automation counts what it did before. An unmerge leaves them with the surviving conversation.
  await sql`
    update automation_runs r set conversation_id = ${into}
    where r.tenant_id = ${tx.tenantId} and r.conversation_id = ${from} and not exists (
      select from automation_runs o where o.tenant_id = ${tx.tenantId} and o.conversation_id = ${into}
        and o.automation_id = r.automation_id and o.triggered_at = r.triggered_at
    )`.execute(tx)
  await sql`delete from conversations where tenant_id = ${tx.tenantId} and id = ${from}`.execute(tx)
  await recalculateConversations(tx, [into])

  const leftEventId = await conversationLeft.record(tx, {
    at,
    scope: merged,
    conversationId: from,
    actorUserId: actor.userId,
  })
  tx.afterCommit(() => {
    deps.push(tx.tenantId, roomsFor(merged), {
      type: 'conversation.gone',
      id: leftEventId,
      at,
      sid: toSid('CH', from),
      version: null,
    })
    const sid = toSid('CH', into)
    deps.push(tx.tenantId, roomsFor(surviving), { type: 'thread.renumbered', id: null, at, sid })
  })
  const { snoozedUntil } = mergeAttention(merged, surviving)
  if (snoozedUntil)
    await enqueue(tx, unsnoozeSpec({ tenantId: tx.tenantId, conversationId: into, userId: actor.userId }, snoozedUntil))
  await startChange(deps, tx, { by: actor }).step([into], {
    set: {
      mergedCount: 1 + (merged.merged?.length ?? 0) + (surviving.merged?.length ?? 0),
      isContactRestricted: false,
      unreadMessages: merged.unreadMessages + surviving.unreadMessages,
      ...(!merged.isClosed || !surviving.isClosed ? { isClosed: false, ...mergeAttention(merged, surviving) } : {}),
    },
    event: conversationMerged.of({ mergedID: from }),
    update: { kind: 'merged', value: mergedName(merged), mergedSid: toSid('CH', from) },
  })
  await markHasConversation(tx, [merged.contactPhone, surviving.contactPhone])
  await recordAudit(tx, {
    action: 'conversation.merged',
    actor,
    subject: `Number ending in ${merged.contactPhone.slice(-4)} into number ending in ${surviving.contactPhone.slice(-4)}`,
    locationIDs: [merged.locationId, surviving.locationId],
    data: { messages: merged.latestIndex },
    at,
  })
  await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: into }))
  const updated = await findOwnConversation(tx, actor, into)
  if (!updated) throw new Error('Locked conversation not found.')
  return updated
}

/** Name of a merged conversation in the thread: contact and number pair. */
export function mergedName(conversation: ConversationRow): string {
  const name = conversationName(conversation)
  const number = formatPhone(conversation.contactPhone)
  const pair = `${number} → ${formatPhone(conversation.tenantPhone)}`
  return name === number ? pair : `${name}, ${pair}`
}

/**
 * Combines waiting and snooze of both: the earlier wait, and snoozed only if all open ones are, until the earlier time.
 */
function mergeAttention(merged: ConversationRow, surviving: ConversationRow) {
  const open = [merged, surviving].filter(({ isClosed }) => !isClosed)
  const isSnoozed = open.length > 0 && open.every((conversation) => conversation.isSnoozed)
  const [first = null] = open.flatMap(({ snoozedUntil }) => snoozedUntil ?? []).toSorted()
  const [needsAnswerSince = null] = open.flatMap((conversation) => conversation.needsAnswerSince ?? []).toSorted()
  return { needsAnswerSince, isSnoozed, snoozedUntil: isSnoozed ? first : null }
}

async function moveUnreadMarks(deps: ConversationDeps, tx: TenantTx, from: string, into: string): Promise<void> {
  const marks = await tx
    .selectFrom('conversationUnreadMarks')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', from)
    .select('userId')
    .execute()
  for (const { userId } of marks)
    await setUnreadMarks(deps, tx, { userId, conversationIds: [into], isMarkedUnread: true })
}

/** Moves drafts. A user's drafts in both conversations are joined, the surviving conversation's first. */
async function moveDrafts(
  deps: ConversationDeps,
  tx: TenantTx,
  { from, into, at }: { from: string; into: string; at: string },
): Promise<void> {
  const drafts = await tx
    .insertInto('conversationDrafts')
    .columns(['tenantId', 'conversationId', 'userId', 'messageDraft', 'updatedAt'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('conversationDrafts as moved')
        .where('moved.tenantId', '=', tx.tenantId)
        .where('moved.conversationId', '=', from)
        .select([
          cast<string>(val(tx.tenantId), 'uuid').as('tenantId'),
          cast<string>(val(into), 'uuid').as('conversationId'),
          'moved.userId',
          'moved.messageDraft',
          cast<string>(val(at), 'timestamptz').as('updatedAt'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'conversationId', 'userId']).doUpdateSet({
        messageDraft: sql`left(conversation_drafts.message_draft || E'\n' || excluded.message_draft, 10000)`,
        updatedAt: ({ ref }) => ref('excluded.updatedAt'),
      }),
    )
    .returning(['userId', 'messageDraft'])
    .execute()
  for (const draft of drafts) await publishDraft(deps, tx, { ...draft, conversationId: into })
}
