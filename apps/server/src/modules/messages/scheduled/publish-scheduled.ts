import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import type { JobSpec } from '../../../platform/jobs/define-job.ts'
import {
  announce,
  type ConversationDeps,
  type ConversationRow,
  conversationChanged,
  findConversation,
} from '../../conversations/index.ts'
import { scheduledMessageChanged } from '../events.ts'
import { findScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'

export const SEND_SCHEDULED_MESSAGE = 'send-scheduled-message'

export const scheduledSpec = (scope: { tenantId: string; id: string }, dueAt: string): JobSpec => ({
  identifier: SEND_SCHEDULED_MESSAGE,
  payload: scope,
  jobKey: `scheduled:${scope.id}`,
  runAt: dueAt,
})

/**
 * Records and publishes a change of a scheduled message, and updates the next scheduled time of its locked conversation.
 */
export async function publishScheduled(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversation, id, actorUserId }: { conversation: ConversationRow; id: string; actorUserId?: string | undefined },
): Promise<ScheduledRow> {
  const conversationId = conversation.id
  const { rows } = await sql`
    update conversations c set next_scheduled_at = s.next, version = c.version + 1
    from (
      select min(due_at) as next from scheduled_messages
      where tenant_id = ${tx.tenantId} and conversation_id = ${conversationId} and kind <> 'undo' and state in ('waiting', 'held')
    ) s
    where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId} and c.next_scheduled_at is distinct from s.next
    returning c.id`.execute(tx)
  const [row] = await findScheduled(tx, [id])
  const updated = await findConversation(tx, null, conversationId, 'read')
  if (!row || !updated) throw new Error('Scheduled message not found in the transaction that wrote it.')
  const at = deps.now()
  const eventId = await scheduledMessageChanged.record(tx, {
    at,
    scope: updated,
    conversationId,
    ...(actorUserId && { actorUserId }),
    data: { scheduledMessageID: id, state: row.state, kind: row.kind },
  })
  tx.afterCommit(() =>
    announce(deps, tx.tenantId, updated, [
      { type: 'scheduled-message.changed', id: eventId, at, scheduledMessage: toScheduledMessage(row) },
      ...(rows.length > 0 ? [conversationChanged(eventId, at, updated)] : []),
    ]),
  )
  return row
}
