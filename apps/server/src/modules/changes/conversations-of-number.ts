import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type EventContent, recordEvent } from '../../platform/events/define-event.ts'
import { lockContactsByPhone } from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { announce, type ConversationDeps, conversationChanged, findConversation } from '../conversations/index.ts'
import { isBlocked, isOptedOut } from '../messaging/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'

/**
 * Locks all conversations with numbers of contacts, including those they were merged into, and returns their ids. Must
 * run before any of them is locked alone, so that concurrent changes to one number lock in the same order. Locks the
 * contacts first, as starting a conversation does.
 */
export async function lockConversationsOfNumbers(tx: TenantTx, contactPhones: readonly string[]): Promise<string[]> {
  await lockContactsByPhone(tx, contactPhones)
  const rows = await tx
    .selectFrom('conversations as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(isThreadOf(tx, sql`${[...contactPhones]}::text[]`))
    .orderBy('c.id')
    .select('c.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Updates the block and opt-out flags of locked conversations, and their versions. */
export async function updateBlockedAndOptedOut(tx: TenantTx, ids: string[]): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({
      isBlocked: isBlocked(tx, sql.ref('conversations.contact_phone')),
      isOptedOut: isOptedOut(tx, sql.ref('conversations.contact_phone'), sql.ref('conversations.tenant_phone')),
      version: sql`version + 1`,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', 'in', ids)
    .execute()
}

/** Updates the flags of locked conversations, records an event for each, and pushes the new state to their viewers. */
export async function refreshConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  ids: string[],
  { event, ...occurrence }: { event: EventContent; at: string; actorUserId?: string },
): Promise<void> {
  if (ids.length === 0) return
  await updateBlockedAndOptedOut(tx, ids)
  for (const conversationId of ids) {
    const thread = await findConversation(tx, null, conversationId, 'read')
    if (!thread) throw new Error('A locked conversation was not found.')
    const eventId = await recordEvent(tx, { ...event, ...occurrence, scope: thread, conversationId })
    tx.afterCommit(() => announce(deps, tx.tenantId, thread, [conversationChanged(eventId, occurrence.at, thread)]))
  }
}

/**
 * Records that contacts changed in each of their conversations, for many contacts at once. Lists and threads that show
 * them are refetched. The contacts have been locked.
 */
export async function recordContactsChanged(
  tx: TenantTx,
  contactIds: readonly string[],
  { at, actorUserId }: { at: string; actorUserId: string },
): Promise<void> {
  const { rows } = await sql`
    with phones as (
      select unnest(t.phone || t.other_phones) as phone from contacts t
      where t.tenant_id = ${tx.tenantId} and t.id = any(${[...contactIds]}::uuid[])
    ), locked as (
      select c.id from conversations c where c.tenant_id = ${tx.tenantId} and c.id in (
        select o.id from phones p join conversations o on o.tenant_id = ${tx.tenantId} and o.contact_phone = p.phone
        union all
        select m.into_id from phones p join merged_conversations m on m.tenant_id = ${tx.tenantId} and m.contact_phone = p.phone
      ) order by c.id for no key update of c
    ), changed as (
      update conversations c set version = c.version + 1
      from locked l where c.tenant_id = ${tx.tenantId} and c.id = l.id
      returning c.id, c.location_id, c.to_user_id
    )
    insert into events (tenant_id, type, location_id, to_user_id, conversation_id, actor_user_id, data, created_at)
    select ${tx.tenantId}::uuid, ${contactChanged.type}, c.location_id, c.to_user_id, c.id, ${actorUserId}::uuid, '{}'::jsonb,
      ${at}::timestamptz
    from changed c order by c.id
    returning id`.execute(tx)
  if (rows.length > 0) tx.publish([TEAM_ROOM], { type: 'conversations.changed', id: null, at })
}
