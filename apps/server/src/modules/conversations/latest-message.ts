import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import type { MessageRow } from '../threads/index.ts'
import { STATE_DELTAS } from '../totals/index.ts'

/** SQL: the latest message of a conversation as the inbox shows it, with the same preview as `preview` of threads. */
const selectLatestMessage = (
  tx: TenantTx,
  conversationId: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
) => sql`
  select m.created_at, m.is_outgoing, m.author, m.author_user_id, m.delivery_status,
    coalesce(nullif(left(trim(regexp_replace(m.body, '\\s+', ' ', 'g')), 160), ''), (
      select case when k.kinds is null then '' when k.kinds <@ array['image'] then '📷' when k.kinds <@ array['video'] then '🎬'
        when k.kinds <@ array['audio'] then '🎙️' else '📎' end
      from (
        select array_agg(split_part(f.content_type, '/', 1)) as kinds from files f
        where f.tenant_id = ${tx.tenantId} and f.message_id = m.id
      ) k
    )) as line
  from messages m
  where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and ${only} and m.type in ('text', 'media')
  order by m.index desc limit 1`

/** Recalculates message count, latest message and next scheduled message of locked conversations. */
export async function recalculateConversations(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await sql`
    update conversations c set
      latest_index = (select count(*) from messages m where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id),
      latest_message = coalesce(l.line, ''), latest_message_at = l.created_at, sorted_at = coalesce(l.created_at, c.created_at),
      latest_is_outgoing = coalesce(l.is_outgoing, false), latest_delivery_status = l.delivery_status,
      latest_author = l.author, latest_author_user_id = l.author_user_id,
      next_scheduled_at = (
        select min(s.due_at) from scheduled_messages s
        where s.tenant_id = ${tx.tenantId} and s.conversation_id = c.id and s.kind <> 'undo' and s.state in ('waiting', 'held')
      ),
      version = c.version + 1
    from unnest(${[...ids]}::uuid[]) as r (id)
    left join lateral (${selectLatestMessage(tx, sql`r.id`)}) l on true
    where c.tenant_id = ${tx.tenantId} and c.id = r.id`.execute(tx)
}

/**
 * Recalculates the latest message, without one that is being deleted. If that one was unread, the unread count drops.
 */
export async function updateLatestMessage(
  tx: TenantTx,
  conversationId: string,
  deleted?: Pick<MessageRow, 'id' | 'index' | 'isOutgoing'>,
): Promise<void> {
  const { id = null, index = 0, isOutgoing = true } = deleted ?? {}
  await sql`
    with latest as (${selectLatestMessage(tx, sql`${conversationId}`, sql`m.id is distinct from ${id}::uuid`)}
    ), inbound_since as (
      select count(*)::int as n from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.index > ${index} and not m.is_outgoing
    ), before as materialized (
      select c.unread_messages from conversations c where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
    ), changed as (
      update conversations c set
        latest_message = coalesce((select line from latest), ''),
        latest_message_at = (select created_at from latest),
        sorted_at = coalesce((select created_at from latest), c.created_at),
        latest_is_outgoing = coalesce((select is_outgoing from latest), false),
        latest_delivery_status = (select delivery_status from latest),
        latest_author = (select author from latest),
        latest_author_user_id = (select author_user_id from latest),
        unread_messages = c.unread_messages - case when not ${isOutgoing}::boolean and (select n from inbound_since) < c.unread_messages then 1 else 0 end,
        version = c.version + 1
      from before where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId}
      returning c.*, c.is_closed as was_closed, before.unread_messages > 0 as was_unread, c.needs_answer_since is not null as was_waiting
    ), counted as (${forTenant(tx, (tenant) => STATE_DELTAS('changed', tenant))})
    select id from changed`.execute(tx)
}
