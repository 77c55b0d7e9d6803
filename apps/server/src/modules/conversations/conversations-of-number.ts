import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type EventContent, recordEvent } from '../../platform/events/define-event.ts'
import { isBlocked, isOptedOut } from '../messaging/index.ts'
import { isThreadOf } from '../number-pairs/index.ts'
import type { ConversationDeps } from './deps.ts'
import { findConversation } from './queries.ts'
import { announce, conversationChanged } from './realtime.ts'

/**
 * Locks all threads with a contact's number, also those it was merged into, and returns their ids. For what concerns the number and so every thread of it;
 * to be called before any of them is locked by itself, so that two such changes wait for each other in one order. The
 * contact comes first: a thread that is being started holds it.
 */
export async function lockConversationsOfNumber(tx: TenantTx, contactPhone: string): Promise<string[]> {
  await tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', contactPhone)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, sql`${contactPhone}`)}
    order by c.id for no key update of c`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Holds the contacts of several numbers in one order, before the threads of any of them are locked. */
export async function lockContacts(tx: TenantTx, phones: readonly string[]): Promise<void> {
  await sql`
    select from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = any(${[...phones]}::text[])
    order by t.id for no key update of t`.execute(tx)
}

/** Keeps on locked threads what the business's blocks and the contact's opt-outs now say, as a new version of each. */
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

/** Brings locked threads up to date and tells everybody who may see them how they are now. */
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
    if (!thread) throw new Error('A locked conversation is gone.')
    const eventId = await recordEvent(tx, { ...event, ...occurrence, scope: thread, conversationId })
    tx.afterCommit(() => announce(deps, tx.tenantId, thread, [conversationChanged(eventId, occurrence.at, thread)]))
  }
}
