import { isBlank } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { releaseFiles } from '../../files/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps, SendDeps } from '../deps.ts'
import { assertSendable } from '../outbound/send-message.ts'
import { publishScheduled } from './publish-scheduled.ts'
import { keepCancelled } from './reminders.ts'
import { readSendAt } from './schedule-message.ts'
import { findScheduled, isOpen, lockScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'
import { changeStates, sendScheduled } from './send-scheduled.ts'

/** Loads an open scheduled message under its conversation's lock. Sent and cancelled ones count as not found. */
async function accessScheduled(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ row: ScheduledRow; conversation: ConversationRow }> {
  const locked = await lockScheduled(tx, actor, id)
  if (!locked || !isOpen(locked.row)) throw new AppError('ScheduledMessageNotFound')
  return locked
}

/** Changes text or time. A stopped message waits again after passing the send gate. */
export async function updateScheduled(
  deps: CarryDeps,
  tx: TenantTx,
  actor: Actor,
  {
    id,
    text,
    sendAt,
    version,
  }: { id: string; text?: string | undefined; sendAt?: string | undefined; version?: number | undefined },
): Promise<ScheduledRow> {
  await lockCarried(deps, tx, id)
  const { row, conversation } = await accessScheduled(tx, actor, id)
  await assertManaged(deps, tx, actor, row)
  if (version !== undefined && version !== row.version)
    throw new AppError('ChangedMeanwhile', { present: toScheduledMessage(row) })
  const body = (text ?? row.body).trimEnd()
  if (isBlank(body) && row.media.length === 0) throw new AppError('MessageEmpty')
  await assertSendable(deps, tx, pairBy(conversation, row.viaId))
  const at = deps.now()
  const dueAt = sendAt === undefined && row.state !== 'stopped' ? row.sendAt : readSendAt(sendAt ?? row.sendAt, at)
  // The translation belongs to the previous text.
  const translation = body === row.body ? row.translation : null
  await tx
    .updateTable('scheduledMessages')
    .set({ body, translation: translation && JSON.stringify(translation), sendAt: dueAt, dueAt })
    .set({ state: 'waiting', reasons: [], version: sql`version + 1`, updatedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  return publishScheduled(deps, tx, { id: row.id, actorUserId: actor.userId })
}

/** Cancels a scheduled message and releases its attachments for reuse. */
export async function cancelScheduled(deps: SendDeps, tx: TenantTx, actor: Actor, id: string): Promise<ScheduledRow> {
  const { row } = await accessScheduled(tx, actor, id)
  await changeStates(tx, [{ id: row.id, state: 'cancelled', reasons: [] }])
  // One that had stopped was not going to be sent: dismissing it decides nothing about later ones.
  if ((row.bookingId ?? row.paymentId) !== null && row.state !== 'stopped') await keepCancelled(tx, row.id)
  const cancelled = await publishScheduled(deps, tx, { id: row.id, actorUserId: actor.userId })
  await releaseFiles(tx, row.id)
  return cancelled
}

/** Sends a scheduled message immediately, regardless of quiet hours. */
export async function sendScheduledNow(deps: CarryDeps, tx: TenantTx, actor: Actor, id: string): Promise<ScheduledRow> {
  await lockCarried(deps, tx, id)
  const { row, conversation } = await accessScheduled(tx, actor, id)
  await assertManaged(deps, tx, actor, row)
  await assertSendable(deps, tx, pairBy(conversation, row.viaId))
  return sendScheduled(deps, tx, { row, conversation, actorUserId: actor.userId })
}

/** Locks the document that a scheduled message carries: documents are locked before conversations. */
async function lockCarried({ sentPayments }: CarryDeps, tx: TenantTx, id: string): Promise<void> {
  const [row] = await findScheduled(tx, [id])
  if (row?.paymentId) await sentPayments.lockDue(tx, row.paymentId)
}

/** Only those who manage the document that a message carries decide when it is sent, and with which words. */
async function assertManaged(
  { sentPayments }: CarryDeps,
  tx: TenantTx,
  actor: Actor,
  { paymentId }: ScheduledRow,
): Promise<void> {
  if (paymentId !== null) await sentPayments.lock(tx, actor, paymentId)
}
