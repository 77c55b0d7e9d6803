import { DEFAULT_FOLDER, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { findAssignee } from '../assignees/index.ts'
import { recordAudit } from '../audit/index.ts'
import { startChange, updateBlockedAndOptedOut } from '../changes/index.ts'
import { markHasConversation } from '../contact-rows/index.ts'
import {
  accessConversation,
  announce,
  type ConversationDeps,
  type ConversationRow,
  conversationChanged,
  findConversation,
  findOwnConversation,
  type OwnConversationRow,
  recalculateConversations,
} from '../conversations/index.ts'
import { sendSpec } from '../messages/index.ts'
import { INSERT_DELTAS } from '../totals/index.ts'
import { roomsFor } from '../visibility/index.ts'
import { conversationUnmerged } from './events.ts'
import { mergedName } from './merge-conversations.ts'
import { lockMergedConversations, MOVED_TABLES, separateMessages } from './renumber-messages.ts'

interface Unmerged {
  conversation: OwnConversationRow
  restored: OwnConversationRow | null
}

/**
 * Undoes a merge: restores the merged conversation with every message of its number pair, including later ones. Notes
 * and updates added since stay in the surviving conversation.
 */
export async function unmergeConversation(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { id, mergedId }: { id: string; mergedId: string },
): Promise<Unmerged> {
  const [into = ''] = await lockMergedConversations(tx, [id])
  const surviving = await accessConversation(tx, actor, into, 'change')
  return restore(deps, tx, actor, { surviving, id: mergedId })
}

/** Unmerges the conversations of a contact's numbers from those of other numbers, so that they can be deleted alone. */
export async function separateContact(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  phones: readonly string[],
): Promise<void> {
  const isOwn = (column: string) => sql`${sql.ref(column)} = any(${[...phones]}::text[])`
  const rows = await tx
    .selectFrom('mergedConversations as v')
    .innerJoin('conversations as c', (join) => join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'v.intoId'))
    .where('v.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`(${isOwn('v.contact_phone')}) <> (${isOwn('c.contact_phone')})`)
    .orderBy('v.id')
    .select(['v.id', 'v.intoId'])
    .execute()
  for (const { id, intoId } of rows) {
    const [into = ''] = await lockMergedConversations(tx, [intoId])
    const surviving = await findConversation(tx, actor, into, 'change')
    if (!surviving) throw new AppError('Forbidden')
    if (surviving.merged?.some((pair) => pair.id === id)) await restore(deps, tx, actor, { surviving, id })
  }
}

interface FormerRow {
  location_id: string
  to_user_id: string | null
  folder: string
  status_key: string | null
  is_closed: boolean
  needs_answer_since?: string | null
  is_snoozed?: boolean
  snoozed_until?: string | null
}

type MergedRow = Pick<Row<'mergedConversations'>, 'id' | 'mergedAt' | 'hasLiftedRestriction'> & {
  formerRow: FormerRow
  /** The conversation it was merged into first; that one may have been merged since. */
  mergedInto: string
}

async function restore(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { surviving, id }: { surviving: ConversationRow; id: string },
): Promise<Unmerged> {
  const into = surviving.id
  // Without plugins, so that the keys in `former_row` keep their column names.
  const { rows } = await sql<MergedRow>`
    select v.id, v.former_row as "formerRow", v.merged_at as "mergedAt", v.path[1] as "mergedInto",
      v.has_lifted_restriction as "hasLiftedRestriction"
    from merged_conversations v
    where v.tenant_id = ${tx.tenantId} and v.into_id = ${into} and (v.id = ${id} or ${id}::uuid = any(v.path))`.execute(
    tx.withoutPlugins(),
  )
  const [merged] = rows.filter((row) => row.id === id)
  if (!merged) throw new AppError('NotMerged')
  const pairIds = rows.map((row) => row.id)
  const at = deps.now()
  const unread = await countUnread(tx, surviving, pairIds)
  const former = await findFormerState(tx, merged.formerRow, surviving)
  const { rows: laterMessages } = await sql`
    select from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${into} and not m.is_outgoing
      and m.via_conversation_id = any(${pairIds}::uuid[]) and m.created_at > ${merged.mergedAt}::timestamptz limit 1`.execute(
    tx,
  )
  const waitingSince = await findWaitingSince(tx, surviving, {
    pairIds,
    formerRow: merged.formerRow,
    mergedAt: merged.mergedAt,
  })
  const isUnchanged = laterMessages.length === 0
  const { is_snoozed: wasSnoozed = false, snoozed_until: until = null } = merged.formerRow
  // Its snooze may have expired in the meantime.
  const isSnoozed = isUnchanged && wasSnoozed && (until === null || isAfter(until, at))
  const { isClosed } = isUnchanged ? { isClosed: merged.formerRow.is_closed } : surviving
  const overrides = {
    ...former,
    is_closed: isClosed,
    is_snoozed: isSnoozed,
    snoozed_until: isSnoozed ? until : null,
    needs_answer_since: isClosed ? null : waitingSince.restored,
    unread_messages: unread,
    merged_count: pairIds.length - 1,
    version: surviving.version + 1,
  }
  // Columns added by later migrations take the values of the surviving conversation.
  await sql`
    with restored as (
      insert into conversations
      select r.* from conversations c
      join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.id = ${id}
      cross join lateral jsonb_populate_record(c, v.former_row || ${JSON.stringify(overrides)}::jsonb) r
      where c.tenant_id = ${tx.tenantId} and c.id = ${into}
      returning *
    )
    ${forTenant(tx, (tenant) => INSERT_DELTAS('restored', tenant))}`.execute(tx)
  await sql`delete from merged_conversations where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx)
  await sql`
    update merged_conversations v set into_id = ${id}, path = v.path[1:array_position(v.path, ${id}::uuid)]
    where v.tenant_id = ${tx.tenantId} and v.into_id = ${into} and ${id}::uuid = any(v.path)`.execute(tx)
  const isRestricted = await restoreRestriction(tx, into, merged)
  await separateMessages(tx, { from: into, into: id, pairIds })
  for (const table of MOVED_TABLES)
    await sql`
      update ${sql.table(table)}
      set conversation_id = ${id}, via_conversation_id = nullif(via_conversation_id, ${id}::uuid)
      where tenant_id = ${tx.tenantId} and conversation_id = ${into} and via_conversation_id = any(${pairIds}::uuid[])`.execute(
      tx,
    )
  await recalculateConversations(tx, [id, into])
  await updateBlockedAndOptedOut(tx, [id])

  const restored = await findConversation(tx, null, id, 'read')
  if (!restored) throw new Error('Conversation not found in the transaction that restored it.')
  await markHasConversation(tx, [restored.contactPhone])
  const eventId = await conversationUnmerged.record(tx, {
    at,
    scope: restored,
    conversationId: id,
    actorUserId: actor.userId,
  })
  tx.afterCommit(() => {
    const sid = toSid('CH', into)
    deps.push(tx.tenantId, roomsFor(surviving), { type: 'thread.renumbered', id: null, at, sid })
    announce(deps, tx.tenantId, restored, [conversationChanged(eventId, at, restored)])
  })
  await startChange(deps, tx, { by: actor }).step([into], {
    set: {
      mergedCount: (surviving.merged?.length ?? 0) - pairIds.length,
      unreadMessages: surviving.unreadMessages - unread,
      needsAnswerSince: waitingSince.remaining,
      ...(isRestricted && { isContactRestricted: true }),
    },
    event: conversationUnmerged.of({ mergedID: id }),
    update: { kind: 'unmerged', value: mergedName(restored), mergedSid: toSid('CH', id) },
  })
  if (isRestricted) await markHasConversation(tx, [surviving.contactPhone])
  await recordAudit(tx, {
    action: 'conversation.unmerged',
    actor,
    subject: `Number ending in ${restored.contactPhone.slice(-4)} out of number ending in ${surviving.contactPhone.slice(-4)}`,
    locationIDs: [restored.locationId, surviving.locationId],
    at,
  })
  await enqueue(tx, sendSpec({ tenantId: tx.tenantId, conversationId: id }))
  const conversation = await findOwnConversation(tx, actor, into)
  if (!conversation) throw new Error('Locked conversation not found.')
  return { conversation, restored: (await findOwnConversation(tx, actor, id)) ?? null }
}

/**
 * Restores the restriction of a contact that a merge lifted, unless other conversations are still merged into its
 * conversation. Returns true if that is the surviving one, which the caller changes.
 */
async function restoreRestriction(
  tx: TenantTx,
  into: string,
  { mergedInto, hasLiftedRestriction }: MergedRow,
): Promise<boolean> {
  if (!hasLiftedRestriction) return false
  const { rows } = await sql`
    update merged_conversations set has_lifted_restriction = true
    where tenant_id = ${tx.tenantId} and id = (
      select v.id from merged_conversations v
      where v.tenant_id = ${tx.tenantId} and v.into_id = ${into} and v.path[1] = ${mergedInto} limit 1
    )
    returning id`.execute(tx)
  if (rows.length > 0) return false
  if (mergedInto === into) return true
  await sql`
    update merged_conversations set former_row = former_row || '{"is_contact_restricted": true}'
    where tenant_id = ${tx.tenantId} and id = ${mergedInto}`.execute(tx)
  return false
}

/** Counts the unread messages of these number pairs, which are among the newest inbound ones. */
async function countUnread(tx: TenantTx, surviving: ConversationRow, pairIds: string[]): Promise<number> {
  const newest = tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', surviving.id)
    .where('isOutgoing', '=', false)
    .orderBy('index', 'desc')
    .limit(surviving.unreadMessages)
    .select('viaConversationId')
    .as('newest')
  const { n } = await tx
    .selectFrom(newest)
    .where('newest.viaConversationId', 'in', pairIds)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Finds since when a reply is due, separately for the restored number pairs and the remaining ones. */
async function findWaitingSince(
  tx: TenantTx,
  { id, needsAnswerSince }: ConversationRow,
  { pairIds, formerRow, mergedAt }: { pairIds: string[]; formerRow: FormerRow; mergedAt: string },
): Promise<{ restored: string | null; remaining: string | null }> {
  if (needsAnswerSince === null) return { restored: null, remaining: null }
  const leaves = sql`coalesce(m.via_conversation_id = any(${pairIds}::uuid[]), false)`
  const since = formerRow.needs_answer_since ?? mergedAt
  return tx
    .selectFrom('messages as m')
    .where('m.tenantId', '=', tx.tenantId)
    .where('m.conversationId', '=', id)
    .where('m.isOutgoing', '=', false)
    .where('m.createdAt', '>=', needsAnswerSince)
    .select([
      sql<string | null>`min(m.created_at) filter (where ${leaves} and m.created_at >= ${since}::timestamptz)`.as(
        'restored',
      ),
      sql<string | null>`min(m.created_at) filter (where not ${leaves})`.as('remaining'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Finds its former location, assignee, folder and status as far as they exist; otherwise those of the surviving one.
 */
async function findFormerState(tx: TenantTx, formerRow: FormerRow, surviving: ConversationRow) {
  const { rows: locations } = await sql`
    select from locations l where l.tenant_id = ${tx.tenantId} and l.id = ${formerRow.location_id}`.execute(tx)
  const locationId = locations.length > 0 ? formerRow.location_id : surviving.locationId
  const { rows: folders } = await sql`
    select from folders f where f.tenant_id = ${tx.tenantId} and f.location_id = ${locationId} and f.key = ${formerRow.folder}`.execute(
    tx,
  )
  const { rows: statuses } = await sql`
    select from settings d cross join lateral jsonb_array_elements(d.value -> 'statuses') s
    where d.tenant_id = ${tx.tenantId} and d.key = 'contact-statuses' and s ->> 'key' = ${formerRow.status_key}`.execute(
    tx,
  )
  const isAssignable =
    formerRow.to_user_id !== null && (await findAssignee(tx, formerRow.to_user_id, locationId)) !== undefined
  return {
    location_id: locationId,
    to_user_id: isAssignable ? formerRow.to_user_id : null,
    folder: folders.length > 0 ? formerRow.folder : DEFAULT_FOLDER,
    status_key: statuses.length > 0 ? formerRow.status_key : null,
  }
}
