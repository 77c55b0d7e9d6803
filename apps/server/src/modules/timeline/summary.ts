import type { ContactSummary } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findConversationIds } from './timeline.ts'

export interface SummaryRow {
  conversations: number
  openConversations: number
  received: number
  sent: number
  firstMessageAt: string | null
  scheduledMessages: number
}

/** Sums up the conversations of a contact that the actor may see. */
export async function summarizeContact(tx: TenantTx, actor: Actor, contactId: string): Promise<ContactSummary> {
  const ids = await findConversationIds(tx, actor, contactId)
  const { rows } = await sql<SummaryRow>`
    select count(*)::int as conversations, (count(*) filter (where not c.is_closed))::int as "openConversations",
      coalesce(sum(m.received), 0)::int as received, coalesce(sum(m.sent), 0)::int as sent,
      min(m.first_at) as "firstMessageAt", coalesce(sum(s.n), 0)::int as "scheduledMessages"
    from conversations c
    cross join lateral (
      select count(*) filter (where not m.is_outgoing) as received, count(*) filter (where m.is_outgoing) as sent,
        min(m.created_at) as first_at
      from messages m
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.type not in ('note', 'update')
    ) m
    cross join lateral (
      select count(*) as n from scheduled_messages s where s.tenant_id = ${tx.tenantId} and s.conversation_id = c.id
        and s.state in ('waiting', 'held')
    ) s
    where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[])`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An aggregate without `group by` returned no row.')
  const { firstMessageAt, ...totals } = row
  const latest = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('latestMessageAt', 'is not', null)
    .orderBy('latestMessageAt', 'desc')
    .orderBy('id')
    .select(['id', 'latestMessage', 'latestMessageAt', 'latestIsOutgoing'])
    .executeTakeFirst()
  return {
    ...totals,
    firstMessageOnUtc: firstMessageAt,
    lastMessage: latest?.latestMessageAt
      ? {
          conversationSid: toSid('CH', latest.id),
          text: latest.latestMessage,
          isOutgoingMessage: latest.latestIsOutgoing,
          dateCreated: latest.latestMessageAt,
        }
      : null,
  }
}
