import type { ConversationFacts, DomainEventType } from '@frontdesk/contract'
import type { TenantTx } from '../database/database.ts'

/** What a command notes down about what it did, in the transaction of its data. */
export interface DomainEvent {
  type: DomainEventType
  at: string
  /** Who may hear of it: those who may see this. Absent for events that are one user's own. */
  facts?: ConversationFacts
  audienceUserId?: string
  conversationId?: string
  messageId?: string
  actorUserId?: string
  data?: Record<string, string | number | boolean | null>
}

/** Appends to the event log and returns the event's id, a decimal string. */
export async function recordEvent(tx: TenantTx, event: DomainEvent): Promise<string> {
  const { id } = await tx
    .insertInto('events')
    .values({
      tenantId: tx.tenantId,
      type: event.type,
      locationId: event.facts?.locationID ?? null,
      toUserId: event.facts?.toUserID ?? null,
      audienceUserId: event.audienceUserId ?? null,
      conversationId: event.conversationId ?? null,
      messageId: event.messageId ?? null,
      actorUserId: event.actorUserId ?? null,
      data: JSON.stringify(event.data ?? {}),
      createdAt: event.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
