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

interface Published {
  conversation: ConversationRow
  actorUserId?: string | undefined
}

/**
 * Records and publishes a change of a scheduled message, and updates the next scheduled time of its locked conversation.
 */
export async function publishScheduled(
  deps: ConversationDeps,
  tx: TenantTx,
  { id, ...published }: Published & { id: string },
): Promise<ScheduledRow> {
  const [row] = await publishAllScheduled(deps, tx, { ...published, ids: [id] })
  if (!row) throw new Error('Scheduled message not found in the transaction that wrote it.')
  return row
}

/** The same for several messages of one conversation. */
export async function publishAllScheduled(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversation, ids, actorUserId }: Published & { ids: readonly string[] },
): Promise<ScheduledRow[]> {
  const conversationId = conversation.id
  const { rows: changed } = await sql`
    update conversations c set next_scheduled_at = s.next, version = c.version + 1
    from (
      select min(due_at) as next from scheduled_messages
      where tenant_id = ${tx.tenantId} and conversation_id = ${conversationId} and kind <> 'undo' and state in ('waiting', 'held')
    ) s
    where c.tenant_id = ${tx.tenantId} and c.id = ${conversationId} and c.next_scheduled_at is distinct from s.next
    returning c.id`.execute(tx)
  const rows = await findScheduled(tx, [...ids])
  const updated = await findConversation(tx, null, conversationId, 'read')
  if (!updated) throw new Error('A locked conversation was not found.')
  const at = deps.now()
  const eventIds = await scheduledMessageChanged.recordAll(
    tx,
    rows.map((row) => ({
      at,
      scope: updated,
      conversationId,
      ...(actorUserId && { actorUserId }),
      data: {
        ...{ scheduledMessageID: row.id, state: row.state, kind: row.kind },
        ...(row.bookingId !== null && isUnsent(row) && { isUnsentReminder: true }),
      },
    })),
  )
  tx.afterCommit(() =>
    announce(
      deps,
      tx.tenantId,
      updated,
      rows.flatMap((row, index) => {
        const id = eventIds[index] ?? ''
        const isLast = index === rows.length - 1
        return [
          { type: 'scheduled-message.changed' as const, id, at, scheduledMessage: toScheduledMessage(row) },
          ...(isLast && changed.length > 0 ? [conversationChanged(id, at, updated)] : []),
        ]
      }),
    ),
  )
  return rows
}

/** Whether it will not be sent, for a reason. */
const isUnsent = ({ state, reasons }: ScheduledRow): boolean =>
  (state === 'stopped' || state === 'cancelled') && reasons.length > 0
