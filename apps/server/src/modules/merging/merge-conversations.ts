import type { Conversation, MergePreview } from '@frontdesk/contract/api'
import { formatPhone, fromSid, MERGE_MESSAGES_MAX, MERGED_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { setUnreadMarks, wakeSpec } from '../attention/index.ts'
import { recordAudit } from '../audit/index.ts'
import { conversationLeft } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import {
  accessConversation,
  changeConversations,
  findOwnConversation,
  REMOVAL_STEPS,
  recount,
  tellDraft,
} from '../conversations/index.ts'
import { sendSpec } from '../messages/index.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'
import { factsOf, roomsFor } from '../visibility/index.ts'
import { conversationMerged } from './events.ts'
import { interleaveMessages, lockPlaces, MOVED_TABLES } from './renumber-messages.ts'

interface MergeRequest {
  sid: string
  intoSid: string
}

const isOpen = ({ attributes }: Conversation) => !attributes.isClosed

/** What is to be merged into what, both of them visible to the actor. */
async function accessBoth(
  tx: TenantTx,
  actor: Actor,
  request: MergeRequest,
  places: string[],
  lock: 'read' | 'change',
): Promise<{ merged: Conversation; survivor: Conversation }> {
  const [id = '', intoId = ''] = [request.sid, request.intoSid].map(fromSid)
  if (id === intoId) throw new AppError('MergeWithItself')
  const [place = '', into = ''] = places
  const found: Conversation[] = []
  // In the order of their ids, like everything that holds several.
  for (const one of [...new Set([place, into])].toSorted()) found.push(await accessConversation(tx, actor, one, lock))
  const merged = found.find(({ sid }) => fromSid(sid) === id)
  const survivor = found.find(({ sid }) => fromSid(sid) === into)
  // It goes on somewhere already: here, or in a third one, and then it is not ours to say what that becomes.
  if (!merged || !survivor || merged === survivor) throw new AppError('AlreadyMerged')
  if (1 + (merged.merged?.length ?? 0) + (survivor.merged?.length ?? 0) > MERGED_MAX)
    throw new AppError('TooManyMerged')
  // A merge identifies both contacts and shows them to everyone who sees the survivor.
  if ([merged, survivor].some(({ contactAccess }) => contactAccess === 'hidden'))
    throw new AppError('ContactRestricted')
  return { merged, survivor }
}

async function countMessages(tx: TenantTx, conversation: Conversation): Promise<number> {
  const { rows } = await sql<{ latestIndex: number }>`
    select c.latest_index from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${fromSid(conversation.sid)}`.execute(
    tx,
  )
  return rows[0]?.latestIndex ?? 0
}

/** What merging would do, for whoever is about to. */
export function previewMerge(deps: ConversationDeps, actor: Actor, request: MergeRequest): Promise<MergePreview> {
  return deps.inTenant(actor, async (tx) => {
    const ids = [request.sid, request.intoSid].map(fromSid)
    const places = await Promise.all(ids.map((id) => resolveMergedConversation(tx, id)))
    const { merged, survivor } = await accessBoth(tx, actor, request, places, 'read')
    const [mergedMessages, survivorMessages] = await Promise.all([
      countMessages(tx, merged),
      countMessages(tx, survivor),
    ])
    if (mergedMessages + survivorMessages > MERGE_MESSAGES_MAX) throw new AppError('ConversationsTooLong')
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from scheduled_messages s
      where s.tenant_id = ${tx.tenantId} and s.conversation_id = ${fromSid(merged.sid)} and s.state in ('waiting', 'held', 'stopped')`.execute(
      tx,
    )
    return {
      merged,
      survivor,
      mergedMessages,
      survivorMessages,
      scheduledMessages: rows[0]?.n ?? 0,
      isReopened: isOpen(merged) && !isOpen(survivor),
    }
  })
}

/**
 * Makes one thread of two conversations. The survivor keeps its place, folder, assignee and status, and so who may see it;
 * the merged one leaves `conversations` whole, so that it can come back.
 */
export function mergeConversations(deps: ConversationDeps, actor: Actor, request: MergeRequest): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const places = await lockPlaces(tx, [request.sid, request.intoSid].map(fromSid))
    // Whole, so that nothing that refers to them, as notifications do, is written meanwhile.
    await sql`
      select from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${places}::uuid[])
      order by c.id for update`.execute(tx)
    const { merged, survivor } = await accessBoth(tx, actor, request, places, 'change')
    const [from, into] = [fromSid(merged.sid), fromSid(survivor.sid)]
    const counts = await Promise.all([countMessages(tx, merged), countMessages(tx, survivor)])
    if (counts[0] + counts[1] > MERGE_MESSAGES_MAX) throw new AppError('ConversationsTooLong')
    const at = deps.now()

    await sql`
      with gone as materialized (
        select c.* from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${from}
      ), counted as (${forTenant(tx, (tenant) => REMOVAL_STEPS('gone', tenant))}
      )
      insert into merged_conversations
        (tenant_id, id, into_id, path, contact_id, phone_number_id, contact_phone, tenant_phone, friendly_name, was, merged_by, merged_at)
      select ${tx.tenantId}, gone.id, ${into}::uuid, array[${into}::uuid], gone.contact_id, gone.phone_number_id,
        gone.contact_phone, gone.tenant_phone, gone.friendly_name, to_jsonb(gone), ${actor.userId}::uuid, ${at}::timestamptz
      from gone`.execute(tx)
    await sql`
      update merged_conversations set into_id = ${into}, path = path || ${into}::uuid
      where tenant_id = ${tx.tenantId} and into_id = ${from}`.execute(tx)
    await interleaveMessages(tx, from, into)
    await moveUnreadMarks(deps, tx, from, into)
    await moveDrafts(deps, tx, { from, into, at })
    // There is one unread notification of a kind for a conversation.
    await sql`
      update notifications n set read_at = ${at}::timestamptz
      where n.tenant_id = ${tx.tenantId} and n.conversation_id = ${from} and n.read_at is null and exists (
        select from notifications o where o.tenant_id = ${tx.tenantId} and o.conversation_id = ${into} and o.read_at is null
          and o.user_id = n.user_id and o.kind = n.kind
      )`.execute(tx)
    for (const table of MOVED_TABLES)
      await sql`
        update ${sql.table(table)}
        set conversation_id = ${into}, via_conversation_id = coalesce(via_conversation_id, ${from}::uuid)
        where tenant_id = ${tx.tenantId} and conversation_id = ${from}`.execute(tx)
    await sql`delete from conversations where tenant_id = ${tx.tenantId} and id = ${from}`.execute(tx)
    await recount(tx, [into])

    const left = await conversationLeft.record(tx, {
      at,
      scope: factsOf(merged),
      conversationId: from,
      actorUserId: actor.userId,
    })
    tx.afterCommit(() => {
      deps.push(tx.tenantId, roomsFor(factsOf(merged)), {
        type: 'conversation.gone',
        id: left,
        at,
        sid: merged.sid,
        version: null,
      })
      const { sid } = survivor
      deps.push(tx.tenantId, roomsFor(factsOf(survivor)), { type: 'thread.renumbered', id: null, at, sid })
    })
    const { snoozedUntil } = attentionOf(merged, survivor)
    if (snoozedUntil)
      await enqueue(tx, wakeSpec({ tenantId: tx.tenantId, conversationId: into, userId: actor.userId }, snoozedUntil))
    await changeConversations(deps, tx, {
      ids: [into],
      set: {
        mergedCount: 1 + (merged.merged?.length ?? 0) + (survivor.merged?.length ?? 0),
        isContactRestricted: false,
        unreadMessages: merged.attributes.unreadMessages + survivor.attributes.unreadMessages,
        ...(isOpen(merged) || isOpen(survivor) ? { isClosed: false, ...attentionOf(merged, survivor) } : {}),
      },
      event: conversationMerged.of({ mergedID: from }),
      update: { kind: 'merged', value: nameOf(merged), mergedSid: merged.sid },
      by: actor,
      at,
    })
    await recordAudit(tx, {
      action: 'conversation.merged',
      actor,
      subject: `Number ending in ${merged.phoneNumber.slice(-4)} into number ending in ${survivor.phoneNumber.slice(-4)}`,
      locationIDs: [merged.attributes.locationID, survivor.attributes.locationID],
      data: { messages: counts[0] },
      at,
    })
    await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: into }))
    const after = await findOwnConversation(tx, actor, into)
    if (!after) throw new Error('A locked conversation is gone.')
    return after
  })
}

/** As it stands in the thread: who it was with, by which numbers. */
export function nameOf({ friendlyName, phoneNumber, tenantPhoneNumber }: Conversation): string {
  const number = formatPhone(phoneNumber)
  const pair = `${number} → ${formatPhone(tenantPhoneNumber)}`
  return friendlyName === number ? pair : `${friendlyName}, ${pair}`
}

/** Since when somebody waits in either; only what sleeps whole goes on sleeping, until the first of its hours. */
function attentionOf(merged: Conversation, survivor: Conversation) {
  const open = [merged, survivor].filter(isOpen).map(({ attributes }) => attributes)
  const isSnoozed = open.length > 0 && open.every((one) => one.isSnoozed)
  const [first = null] = open.flatMap(({ snoozedUntil }) => snoozedUntil ?? []).toSorted()
  const [needsAnswerSince = null] = open.flatMap((one) => one.needsAnswerSince ?? []).toSorted()
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

/** Whoever had begun something in both goes on with both, the survivor's first. */
async function moveDrafts(
  deps: ConversationDeps,
  tx: TenantTx,
  { from, into, at }: { from: string; into: string; at: string },
): Promise<void> {
  const { rows } = await sql<{ userId: string; messageDraft: string }>`
    insert into conversation_drafts as d (tenant_id, conversation_id, user_id, message_draft, updated_at)
    select ${tx.tenantId}, ${into}::uuid, o.user_id, o.message_draft, ${at}::timestamptz
    from conversation_drafts o where o.tenant_id = ${tx.tenantId} and o.conversation_id = ${from}
    on conflict (tenant_id, conversation_id, user_id) do update
    set message_draft = left(d.message_draft || E'\n' || excluded.message_draft, 10000), updated_at = excluded.updated_at
    returning d.user_id, d.message_draft`.execute(tx)
  for (const draft of rows) await tellDraft(deps, tx, { ...draft, conversationId: into })
}
