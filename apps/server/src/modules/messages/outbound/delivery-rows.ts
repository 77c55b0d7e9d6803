import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { lockConversationsOfNumbers } from '../../changes/index.ts'
import { findPairs, type NumberProblem } from './number-problems.ts'
import { type Delivery, type DeliveryChange, isRefusedForNow } from './plan-delivery.ts'

/**
 * Locks the conversations of messages, or all conversations of their contacts where a number has a problem. Returns the
 * ids of the latter.
 */
export async function lockThreads(
  tx: TenantTx,
  changes: readonly DeliveryChange[],
  problems: ReadonlyMap<string, NumberProblem>,
): Promise<string[]> {
  const pairs = await findPairs(tx, [...problems.keys()])
  const phones = new Set([...pairs.values()].map(({ contactPhone }) => contactPhone))
  const ofNumbers = phones.size > 0 ? await lockConversationsOfNumbers(tx, [...phones]) : []
  const others = changes.flatMap(({ messageId }) => (problems.has(messageId) ? [] : [messageId]))
  if (others.length > 0)
    await sql`
      select from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(array(
        select m.conversation_id from messages m where m.tenant_id = ${tx.tenantId} and m.id = any(${others}::uuid[])
      ))
      order by c.id for no key update`.execute(tx)
  return ofNumbers
}

export async function lockDeliveries(tx: TenantTx, changes: readonly DeliveryChange[]): Promise<Map<string, Delivery>> {
  const rows = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${changes.map(({ messageId }) => messageId)}::uuid[])`)
    .where('isOutgoing', '=', true)
    .select(['id', 'conversationId', 'index', 'purpose', 'deliveryStatus', 'providerSid', 'errorCode', 'errorReason'])
    .select(['canRetry', 'notBefore', 'dismissedAt', 'claimedAt', 'claimedByJob'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function updateDeliveries(tx: TenantTx, deliveries: readonly Delivery[]): Promise<void> {
  const ids = deliveries.map(({ id }) => id)
  const values = deliveries.map((delivery) => ({
    id: delivery.id,
    provider_sid: delivery.providerSid,
    not_before: delivery.notBefore,
    delivery_status: delivery.deliveryStatus,
    error_code: delivery.errorCode,
    error_reason: delivery.errorReason,
    can_retry: delivery.canRetry,
    dismissed_at: delivery.dismissedAt,
    claimed_at: delivery.claimedAt,
    claimed_by_job: delivery.claimedByJob,
  }))
  await sql`
    update messages m set
      provider_sid = w.provider_sid, not_before = w.not_before, delivery_status = w.delivery_status, error_code = w.error_code,
      error_reason = w.error_reason, can_retry = w.can_retry, dismissed_at = w.dismissed_at, claimed_at = w.claimed_at,
      claimed_by_job = w.claimed_by_job, version = m.version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      id uuid, provider_sid text, not_before timestamptz, delivery_status text, error_code int, error_reason text,
      can_retry bool, dismissed_at timestamptz, claimed_at timestamptz, claimed_by_job bigint
    )
    where m.tenant_id = ${tx.tenantId} and m.id = any(${ids}::uuid[]) and m.id = w.id`.execute(tx)
}

/** Updates the inbox previews that show these messages with their new status. Returns the ids of those messages. */
export async function updatePreviews(tx: TenantTx, deliveries: readonly Delivery[]): Promise<Set<string>> {
  const values = deliveries.map(({ id, conversationId, index, deliveryStatus }) => ({
    message_id: id,
    conversation_id: conversationId,
    index,
    status: deliveryStatus,
  }))
  const ids = values.map(({ conversation_id }) => conversation_id)
  // The inbox preview skips notes and updates.
  const { rows } = await sql<{ messageId: string }>`
    update conversations c set latest_delivery_status = w.status, version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      message_id uuid, conversation_id uuid, index int, status text
    )
    where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and c.id = w.conversation_id and not exists (
      select from messages n where n.tenant_id = ${tx.tenantId} and n.conversation_id = w.conversation_id
        and n.index > w.index and n.type not in ('note', 'update') offset 0
    )
    returning w.message_id as "messageId"`.execute(tx)
  return new Set(rows.map(({ messageId }) => messageId))
}

/** Stored among the carrier's statuses: the attempt with this carrier id was replaced by a new one. */
const SUPERSEDED = 'superseded'

export async function supersede(
  tx: TenantTx,
  at: string,
  attempts: readonly { messageId: string; providerSid: string | null | undefined }[],
): Promise<void> {
  const values = attempts.flatMap(({ messageId, providerSid }) =>
    providerSid
      ? [{ tenantId: tx.tenantId, messageId, status: SUPERSEDED, providerSid, errorCode: null, receivedAt: at }]
      : [],
  )
  if (values.length > 0)
    await tx
      .insertInto('messageStatuses')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The carrier ids of earlier attempts, by message, where the plan depends on them. */
export async function findSuperseded(
  tx: TenantTx,
  changes: readonly DeliveryChange[],
  deliveries: ReadonlyMap<string, Delivery>,
): Promise<Map<string, string[]>> {
  const ids = changes.flatMap((change) => {
    const isNewSid = change.providerSid !== undefined && deliveries.get(change.messageId)?.providerSid === null
    return isNewSid || isRefusedForNow(change) ? [change.messageId] : []
  })
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('messageStatuses')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`message_id = any(${ids}::uuid[])`)
    .where('status', '=', SUPERSEDED)
    .select(['messageId', 'providerSid'])
    .execute()
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId)
  return new Map([...byMessage].map(([id, of]) => [id, of.map(({ providerSid }) => providerSid)]))
}
