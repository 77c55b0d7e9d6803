import type { Conversation, ScheduledMessage } from '@frontdesk/contract/api'
import { fromSid, isBlank } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { findReserved, releaseFiles } from '../../files/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { mustBeSendable, writeMessage } from '../outbound/send-message.ts'
import { publishScheduled, scheduledSpec } from './publish-scheduled.ts'
import { readSendAt } from './schedule-message.ts'
import { lockScheduled, type ScheduledRow, toScheduledMessage } from './scheduled-queries.ts'

const OPEN = ['waiting', 'held', 'stopped']

/** Loads what waits under its conversation's lock; what was sent or cancelled is not there any more. */
async function accessScheduled(
  tx: TenantTx,
  actor: Actor,
  sid: string,
): Promise<{ row: ScheduledRow; conversation: Conversation }> {
  const found = await lockScheduled(tx, actor, fromSid(sid))
  if (!found || !OPEN.includes(found.row.state)) throw new AppError('ScheduledMessageNotFound')
  return found
}

const change = (
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

/** Another text or another time. What had stopped waits again, and the gate is asked anew. */
export function updateScheduled(
  deps: ConversationDeps,
  actor: Actor,
  {
    sid,
    text,
    sendAt,
    version,
  }: { sid: string; text?: string | undefined; sendAt?: string | undefined; version?: number | undefined },
): Promise<ScheduledMessage> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessScheduled(tx, actor, sid)
    if (version !== undefined && version !== row.version)
      throw new AppError('ChangedMeanwhile', { present: toScheduledMessage(row) })
    const body = (text ?? row.body).trimEnd()
    if (isBlank(body) && row.media.length === 0) throw new AppError('MessageEmpty')
    await mustBeSendable(deps, tx, pairBy(conversation, row.viaId))
    const at = deps.now()
    const due = sendAt === undefined && row.state !== 'stopped' ? row.sendAt : readSendAt(sendAt ?? row.sendAt, at)
    // Of other words nobody wrote the first version.
    const translation = body === row.body ? row.translation : null
    await change(tx, row.id, { body, translation, sendAt: due, dueAt: due, state: 'waiting', reasons: [] }, at)
    await enqueue(tx, scheduledSpec({ tenantId: tx.tenantId, id: row.id }, due))
    return publishScheduled(deps, tx, { conversation, id: row.id, actorUserId: actor.userId })
  })
}

/** It is not sent; its text and files are its author's again. */
export function cancelScheduled(deps: ConversationDeps, actor: Actor, sid: string): Promise<ScheduledMessage> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessScheduled(tx, actor, sid)
    await change(tx, row.id, { state: 'cancelled', reasons: [] }, deps.now())
    const cancelled = await publishScheduled(deps, tx, { conversation, id: row.id, actorUserId: actor.userId })
    await releaseFiles(tx, row.id)
    return cancelled
  })
}

/** A person sends it at once, whatever hour it is. */
export function sendScheduledNow(deps: ConversationDeps, actor: Actor, sid: string): Promise<ScheduledMessage> {
  return deps.inTenant(actor, async (tx) => {
    const { row, conversation } = await accessScheduled(tx, actor, sid)
    await mustBeSendable(deps, tx, pairBy(conversation, row.viaId))
    return release(deps, tx, { row, conversation, actorUserId: actor.userId })
  })
}

/** Sends what waited in a locked conversation: it becomes a message under its author's name. */
export async function release(
  deps: ConversationDeps,
  tx: TenantTx,
  { row, conversation, actorUserId }: { row: ScheduledRow; conversation: Conversation; actorUserId?: string },
): Promise<ScheduledMessage> {
  const files = await findReserved(tx, row.id)
  await change(tx, row.id, { state: 'sent', reasons: [] }, deps.now())
  await writeMessage(deps, tx, {
    conversation,
    viaId: row.viaId,
    quotedId: row.quotedId,
    id: row.id,
    body: row.body,
    translation: row.translation ?? undefined,
    files,
    author: row.authorUserId ? { userId: row.authorUserId, displayName: row.author } : null,
    authorName: row.author,
    keepsDraft: true,
  })
  return publishScheduled(deps, tx, { conversation, id: row.id, actorUserId })
}

/** The gate holds or refuses what was due; it stays and says why. */
export async function holdBack(
  deps: ConversationDeps,
  tx: TenantTx,
  {
    row,
    conversation,
    set,
  }: {
    row: ScheduledRow
    conversation: Conversation
    set: Partial<Pick<ScheduledRow, 'state' | 'reasons' | 'dueAt'>>
  },
): Promise<void> {
  await change(tx, row.id, set, deps.now())
  if (set.dueAt) await enqueue(tx, scheduledSpec({ tenantId: tx.tenantId, id: row.id }, set.dueAt))
  await publishScheduled(deps, tx, { conversation, id: row.id })
}
