import { isBlank } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { idsOf, type TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { releaseFiles } from '../../files/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps, SendDeps } from '../deps.ts'
import { assertSendable } from '../outbound/send-message.ts'
import { withdrawMessages } from '../outbound/withdraw-messages.ts'
import { publishScheduled } from './publish-scheduled.ts'
import { readSendAt } from './schedule-message.ts'
import { findScheduled, lockScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'
import { changeStates, sendScheduled } from './send-scheduled.ts'

const OPEN_STATES: readonly ScheduledRow['state'][] = ['waiting', 'held', 'stopped']

/** Loads an open scheduled message under its conversation's lock. Sent and cancelled ones count as not found. */
async function accessScheduled(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ row: ScheduledRow; conversation: ConversationRow }> {
  const locked = await lockScheduled(tx, actor, id)
  if (!locked || !OPEN_STATES.includes(locked.row.state)) throw new AppError('ScheduledMessageNotFound')
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
  const cancelled = await publishScheduled(deps, tx, { id: row.id, actorUserId: actor.userId })
  await releaseFiles(tx, row.id)
  return cancelled
}

type Reminder = Pick<ScheduledRow, 'id' | 'state' | 'expiresAt'>
/** Whether a queued reminder is still accurate. */
type KeepsQueued = (reminder: Reminder) => boolean

/** Cancels the reminders of a booking that are not due yet, and withdraws queued ones that are outdated. */
export const cancelScheduledOfBooking = (
  deps: SendDeps,
  tx: TenantTx,
  bookingId: string,
  keepsQueued: KeepsQueued,
): Promise<void> => cancelReminders(deps, tx, { column: 'bookingId', subjectId: bookingId, keepsQueued })

/** Does the same for the reminders of a payment request. Leaves messages that teammates scheduled. */
export const cancelScheduledOfPayment = (
  deps: SendDeps,
  tx: TenantTx,
  paymentId: string,
  keepsQueued: KeepsQueued,
): Promise<void> => cancelReminders(deps, tx, { column: 'paymentId', subjectId: paymentId, keepsQueued })

/** Reminders that are not due yet, or wait for the carrier. */
const openReminders = (tx: TenantTx) =>
  tx
    .selectFrom('scheduledMessages as s')
    .leftJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 's.id'))
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.authorUserId', 'is', null)
    .where(({ or, eb }) => or([eb('s.state', 'in', [...OPEN_STATES]), eb('m.deliveryStatus', '=', 'queued')]))

/** The payment requests, of these, that have reminders which `cancelScheduledOfPayment` would look at. */
export async function listRemindedPayments(tx: TenantTx, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await openReminders(tx)
    .where(sql<boolean>`s.payment_id = any(${idsOf(paymentIds)})`)
    .select('s.paymentId')
    .distinct()
    .execute()
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

async function cancelReminders(
  deps: SendDeps,
  tx: TenantTx,
  {
    column,
    subjectId,
    keepsQueued,
  }: { column: 'bookingId' | 'paymentId'; subjectId: string; keepsQueued: KeepsQueued },
): Promise<void> {
  const reminders = await openReminders(tx)
    .where(`s.${column}`, '=', subjectId)
    .select(['s.id', 's.state', 's.expiresAt'])
    .execute()
  const outdated = reminders.filter((each) => each.state === 'sent' && !keepsQueued(each))
  await withdrawMessages(
    deps,
    tx,
    outdated.map(({ id }) => id),
    'outdated',
  )
  for (const { id, state } of reminders) {
    if (state === 'sent') continue
    const locked = await lockScheduled(tx, null, id)
    if (!locked || !OPEN_STATES.includes(locked.row.state)) continue
    await changeStates(tx, [{ id, state: 'cancelled', reasons: [] }])
    await publishScheduled(deps, tx, { id })
  }
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
