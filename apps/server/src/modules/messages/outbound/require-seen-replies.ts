import type { MeanwhileAnswer } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

const MAX_REPLIES = 20

/**
 * Refuses a message whose author hasn't seen teammates' later replies, including those that can still be undone. The
 * conversation is locked, so of two concurrent replies the second one is refused.
 */
export async function requireSeenReplies(
  tx: TenantTx,
  actor: Actor,
  { id: conversationId }: { id: string },
  lastSeenIndex: number | undefined,
): Promise<void> {
  if (lastSeenIndex === undefined) return
  const { rows: answers } = await sql<MeanwhileAnswer>`
    select m.author, m.author_user_id as "authorUserID", m.body, m.created_at as "dateCreated", m.index
    from messages m
    where m.tenant_id = ${tx.tenantId} and m.conversation_id = ${conversationId} and m.index > ${lastSeenIndex}
      and m.is_outgoing and m.delivery_status is not null and m.author_user_id <> ${actor.userId}
    union all
    select s.author, s.author_user_id, s.body, s.created_at, null
    from scheduled_messages s
    where s.tenant_id = ${tx.tenantId} and s.conversation_id = ${conversationId} and s.state = 'waiting' and s.kind = 'undo'
      and s.author_user_id <> ${actor.userId}
    order by 4 limit ${MAX_REPLIES}`.execute(tx)
  if (answers.length > 0) throw new AppError('AnsweredMeanwhile', { answers })
}
