import { sql } from 'kysely'
import { idsOf, runPrepared, type TenantTx } from '../../../platform/database/database.ts'
import {
  announce,
  type ConversationDeps,
  conversationChanged,
  findConversationsByIds,
} from '../../conversations/index.ts'
import { scheduledMessageChanged } from '../events.ts'
import { findScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'

/**
 * Records and publishes a change of a scheduled message, and updates the next scheduled time of its locked
 * conversation. The event enqueues the job of its time; see `send-due.job.ts`.
 */
export async function publishScheduled(
  deps: ConversationDeps,
  tx: TenantTx,
  { id, actorUserId }: { id: string; actorUserId?: string | undefined },
): Promise<ScheduledRow> {
  const [row] = await publishAllScheduled(deps, tx, { ids: [id], actorUserId })
  if (!row) throw new Error('Scheduled message not found in the transaction that wrote it.')
  return row
}

/** The same for several messages, whose conversations are locked. */
export async function publishAllScheduled(
  deps: ConversationDeps,
  tx: TenantTx,
  { ids, actorUserId }: { ids: readonly string[]; actorUserId?: string | undefined },
): Promise<ScheduledRow[]> {
  const rows = await findScheduled(tx, [...ids])
  const conversationIds = [...new Set(rows.map(({ conversationId }) => conversationId))]
  const changed = await runPrepared(
    tx,
    sql<{ id: string }>`
    update conversations c set next_scheduled_at = s.next, version = c.version + 1
    from (
      select w.id, (
        select min(due_at) from scheduled_messages
        where tenant_id = ${tx.tenantId} and conversation_id = w.id and kind <> 'undo' and state in ('waiting', 'held')
      ) as next
      from unnest(${idsOf(conversationIds)}) as w (id)
    ) s
    where c.tenant_id = ${tx.tenantId} and c.id = any(${idsOf(conversationIds)}) and c.id = s.id
      and c.next_scheduled_at is distinct from s.next
    returning c.id`,
  )
  // The last event of each conversation that changed carries it.
  const carriers = new Map(rows.map((row) => [row.conversationId, row.id]))
  const changedIds = new Set(changed.map(({ id }) => id))
  const conversations = await findConversationsByIds(tx, null, conversationIds)
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const at = deps.now()
  const published = rows.map((row) => {
    const conversation = byId.get(row.conversationId)
    if (!conversation) throw new Error('A locked conversation was not found.')
    return { row, conversation }
  })
  const eventIds = await scheduledMessageChanged.recordAll(
    tx,
    published.map(({ row, conversation }) => ({
      at,
      scope: conversation,
      conversationId: conversation.id,
      ...(actorUserId && { actorUserId }),
      data: {
        ...{ scheduledMessageID: row.id, state: row.state, kind: row.kind },
        ...((row.state === 'waiting' || row.state === 'held') && { dueAt: row.dueAt }),
        ...(row.bookingId !== null && isUnsent(row) && { isUnsentReminder: true }),
      },
    })),
  )
  tx.afterCommit(() => {
    for (const [index, { row, conversation }] of published.entries()) {
      const id = eventIds[index] ?? ''
      const isCarrier = changedIds.has(conversation.id) && carriers.get(conversation.id) === row.id
      announce(deps, tx.tenantId, conversation, [
        { type: 'scheduled-message.changed', id, at, scheduledMessage: toScheduledMessage(row) },
        ...(isCarrier ? [conversationChanged(id, at, conversation)] : []),
      ])
    }
  })
  return rows
}

/** Whether it will not be sent, for a reason. */
const isUnsent = ({ state, reasons }: ScheduledRow): boolean =>
  (state === 'stopped' || state === 'cancelled') && reasons.length > 0
