import type { GateBasis, StoredMessageOrigin } from '@frontdesk/contract/api'
import { HOLD_REASONS, isBlank } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ConversationRow } from '../../conversations/index.ts'
import { findReserved, releaseFiles } from '../../files/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import type { CarryDeps, SendDeps } from '../deps.ts'
import { assertSendable } from '../outbound/send-message.ts'
import { writeMessage } from '../outbound/write-message.ts'
import { publishScheduled, scheduledSpec } from './publish-scheduled.ts'
import { readSendAt } from './schedule-message.ts'
import { findScheduled, lockScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'

const OPEN_STATES = ['waiting', 'held', 'stopped']

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

const updateRow = (
  tx: TenantTx,
  id: string,
  set: Partial<Pick<ScheduledRow, 'body' | 'translation' | 'state' | 'reasons' | 'sendAt' | 'dueAt'>>,
  at: string,
) =>
  tx
    .updateTable('scheduledMessages')
    .set({
      ...set,
      ...(set.translation && { translation: JSON.stringify(set.translation) }),
      version: sql`version + 1`,
      updatedAt: at,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()

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
  await updateRow(tx, row.id, { body, translation, sendAt: dueAt, dueAt: dueAt, state: 'waiting', reasons: [] }, at)
  await enqueue(tx, scheduledSpec({ tenantId: tx.tenantId, id: row.id }, dueAt))
  return publishScheduled(deps, tx, { conversation, id: row.id, actorUserId: actor.userId })
}

/** Cancels a scheduled message and releases its attachments for reuse. */
export async function cancelScheduled(deps: SendDeps, tx: TenantTx, actor: Actor, id: string): Promise<ScheduledRow> {
  const { row, conversation } = await accessScheduled(tx, actor, id)
  await updateRow(tx, row.id, { state: 'cancelled', reasons: [] }, deps.now())
  const cancelled = await publishScheduled(deps, tx, { conversation, id: row.id, actorUserId: actor.userId })
  await releaseFiles(tx, row.id)
  return cancelled
}

/** Cancels the reminders of a booking that have not been sent. */
export const cancelScheduledOfBooking = (deps: SendDeps, tx: TenantTx, bookingId: string): Promise<void> =>
  cancelReminders(deps, tx, 'bookingId', bookingId)

/** Cancels the reminders of a payment request that have not been sent; not what teammates scheduled. */
export const cancelScheduledOfPayment = (deps: SendDeps, tx: TenantTx, paymentId: string): Promise<void> =>
  cancelReminders(deps, tx, 'paymentId', paymentId)

async function cancelReminders(
  deps: SendDeps,
  tx: TenantTx,
  column: 'bookingId' | 'paymentId',
  subjectId: string,
): Promise<void> {
  const open = await tx
    .selectFrom('scheduledMessages')
    .where('tenantId', '=', tx.tenantId)
    .where(column, '=', subjectId)
    .where('authorUserId', 'is', null)
    .where('state', 'in', ['waiting', 'held', 'stopped'])
    .select('id')
    .execute()
  for (const { id } of open) {
    const locked = await lockScheduled(tx, null, id)
    if (!locked || !OPEN_STATES.includes(locked.row.state)) continue
    await updateRow(tx, id, { state: 'cancelled', reasons: [] }, deps.now())
    await publishScheduled(deps, tx, { conversation: locked.conversation, id })
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

/** Only those who manage the document that a message carries decide when it is sent, and with which words. */
async function assertManaged(
  { sentPayments }: CarryDeps,
  tx: TenantTx,
  actor: Actor,
  { paymentId }: ScheduledRow,
): Promise<void> {
  if (paymentId !== null) await sentPayments.lock(tx, actor, paymentId)
}

/** Locks the document that a scheduled message carries: documents are locked before conversations. */
export async function lockCarried({ sentPayments }: CarryDeps, tx: TenantTx, id: string): Promise<void> {
  const [row] = await findScheduled(tx, [id])
  if (row?.paymentId) await sentPayments.lockDue(tx, row.paymentId)
}

/** Turns a scheduled message of a locked conversation into an outgoing message of its author. */
export async function sendScheduled(
  deps: CarryDeps,
  tx: TenantTx,
  {
    row,
    conversation,
    actorUserId,
    gate,
  }: { row: ScheduledRow; conversation: ConversationRow; actorUserId?: string; gate?: GateBasis },
): Promise<ScheduledRow> {
  const held = heldBefore(row)
  const rendered = await renderCarried(deps, tx, { row, conversation })
  if ('reason' in rendered) {
    const state = row.authorUserId === null ? 'cancelled' : 'stopped'
    await updateRow(tx, row.id, { state, reasons: [rendered.reason] }, deps.now())
    return publishScheduled(deps, tx, { conversation, id: row.id, actorUserId })
  }
  const files = await findReserved(tx, row.id)
  await updateRow(tx, row.id, { state: 'sent', reasons: [] }, deps.now())
  const author = row.authorUserId ? { userId: row.authorUserId, displayName: row.author } : null
  const sent = await writeMessage(deps, tx, {
    conversation,
    viaId: row.viaId,
    quotedId: row.quotedId,
    id: row.id,
    body: rendered.text,
    translation: row.translation ?? undefined,
    files,
    author,
    authorName: row.author,
    keepsDraft: true,
    ...((gate || held) && { origin: { ...(gate && { gate }), ...(held && { held }) } }),
  })
  if (row.paymentId !== null)
    await deps.sentPayments.recordDue(tx, author ?? { userId: null, displayName: row.author }, {
      ...{ id: row.paymentId, messageId: row.id, conversation: sent.conversation },
    })
  return publishScheduled(deps, tx, { conversation: sent.conversation, id: row.id, actorUserId })
}

/** The text with the link to the document that it carries, or why that is not to be sent any more. */
const renderCarried = async (
  { sentPayments }: CarryDeps,
  tx: TenantTx,
  { row, conversation }: { row: ScheduledRow; conversation: ConversationRow },
) =>
  row.paymentId === null
    ? { text: row.body }
    : sentPayments.renderDue(tx, row.paymentId, {
        toPhone: pairBy(conversation, row.viaId).contactPhone,
        ...{ text: row.body, messageId: row.id, conversationId: row.conversationId, createdBy: row.authorUserId },
      })

/** What a message waited for last, which sending it overwrites. */
function heldBefore({ state, reasons, dueAt }: ScheduledRow): StoredMessageOrigin['held'] {
  const reason = HOLD_REASONS.find((each) => reasons.includes(each))
  return state === 'held' && reason !== undefined ? { reason, untilUtc: dueAt } : undefined
}

/** Stores the send gate's decision to hold or stop a message that is due. */
export async function postponeScheduled(
  deps: SendDeps,
  tx: TenantTx,
  {
    row,
    conversation,
    set,
  }: {
    row: ScheduledRow
    conversation: ConversationRow
    set: Partial<Pick<ScheduledRow, 'state' | 'reasons' | 'dueAt'>>
  },
): Promise<void> {
  await updateRow(tx, row.id, set, deps.now())
  if (set.dueAt) await enqueue(tx, scheduledSpec({ tenantId: tx.tenantId, id: row.id }, set.dueAt))
  await publishScheduled(deps, tx, { conversation, id: row.id })
}
