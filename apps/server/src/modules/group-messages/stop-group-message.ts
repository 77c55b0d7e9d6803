import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findConversationsByIds } from '../conversations/index.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'
import { cancelRecipientsSpec } from './cancel-recipients.job.ts'
import {
  accessGroupMessage,
  type GroupMessageRow,
  IS_WITHDRAWABLE,
  lockGroupMessage,
  updateGroupMessage,
} from './rows.ts'
import { freeReservations } from './send-budget.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'

/** Stops a group message that the actor may see, unless others are among those it is still for. */
export async function stopGroupMessage(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const { campaignId } = await accessGroupMessage(tx, actor, id)
  // The texts of a campaign are stopped together, by those who may change it.
  if (campaignId !== null) throw new AppError('GroupMessageRestricted')
  await stop(tx, id, actor)
}

/** Stops the group messages of a group that is deleted. */
export async function stopMessagesOfGroup(tx: TenantTx, actor: Actor, groupId: string): Promise<void> {
  const running = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('groupId', '=', groupId)
    .where('state', 'in', ['running', 'paused'])
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of running) await stop(tx, id, actor)
}

/** Whether recipients may still get a message. */
export const isUnfinished = ({ state }: GroupMessageRow): boolean => state === 'running' || state === 'paused'

async function stop(tx: TenantTx, id: string, actor: Actor): Promise<void> {
  // Waits for the batch that is being sent.
  const row = await lockGroupMessage(tx, id)
  if (!row || !isUnfinished(row)) return
  if (!(await seesRemaining(tx, actor, row))) throw new AppError('GroupMessageRestricted')
  await cancelRemaining(tx, [row], 'teammate', actor)
}

/**
 * Whether the viewer may stop or resume a message: its author, and those who see everyone it has not been sent to, as
 * sending reaches only contacts that the sender sees. With `examinedMax`, only so many of them are examined.
 */
export async function seesRemaining(
  tx: TenantTx,
  viewer: Viewer,
  row: GroupMessageRow,
  examinedMax: number | null = null,
): Promise<boolean> {
  if (row.authorUserId === viewer.userId || seesEverything(viewer)) return true
  const { rows } = await sql`
    select from (values ('pending'), ('held'), ('cancelled')) w (state)
    cross join lateral (
      select r.contact_id from group_recipients r
      where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.state = w.state limit ${examinedMax}::bigint
    ) r
    cross join lateral (
      select from contacts t
      where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id and not ${isContactVisible(tx, viewer)} limit 1
    ) t
    limit 1`.execute(tx)
  return rows.length === 0
}

/**
 * Stops locked group messages at once: nothing more is sent. A job marks the recipients who have not got them; until
 * then they count as cancelled because the message is stopped.
 */
export async function cancelRemaining(
  tx: TenantTx,
  rows: readonly GroupMessageRow[],
  stopReason: NonNullable<GroupMessageRow['stopReason']>,
  by: Person | null,
): Promise<void> {
  if (rows.length === 0) return
  const at = tx.now()
  // Lock order: number budgets before conversations, as in the job that sends batches.
  await freeReservations(tx)
  const unclaimed = await lockUnclaimed(tx, rows)
  for (const row of rows) {
    const { left } = await tx
      .selectFrom('groupRecipients')
      .where('tenantId', '=', tx.tenantId)
      .where('groupMessageId', '=', row.id)
      .where('state', 'in', ['pending', 'held'])
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .executeTakeFirstOrThrow()
    await enqueue(tx, cancelRecipientsSpec(tx.tenantId, row.id))
    await recordGroupMessageChanged(
      tx,
      await updateGroupMessage(tx, row, { state: 'stopped', stopReason, finishedAt: at }),
      by,
    )
    await recordAudit(tx, {
      action: 'group-message.stopped',
      actor: by,
      subject: row.groupName ?? 'Selected contacts',
      data: { cancelled: Number(left) + (unclaimed.get(row.id) ?? 0) },
      locationIDs: row.locationId === null ? null : [row.locationId],
      at,
    })
  }
}

/**
 * Counts the texts of group messages that wait for the carrier. Locks their conversations, under which texts are
 * claimed, so that none is claimed before the commit.
 */
async function lockUnclaimed(tx: TenantTx, rows: readonly GroupMessageRow[]): Promise<Map<string, number>> {
  const queued = tx
    .selectFrom('messages as m')
    .innerJoin('groupRecipients as r', (join) =>
      join.on('r.tenantId', '=', tx.tenantId).onRef('r.messageId', '=', 'm.id'),
    )
    .where('m.tenantId', '=', tx.tenantId)
    .where(IS_WITHDRAWABLE)
    .where(
      'r.groupMessageId',
      'in',
      rows.map(({ id }) => id),
    )
  const waiting = await queued.select('m.conversationId').distinct().execute()
  if (waiting.length === 0) return new Map()
  await findConversationsByIds(
    tx,
    null,
    waiting.map((message) => message.conversationId),
    'change',
  )
  const counts = await queued
    .groupBy('r.groupMessageId')
    .select(({ fn }) => ['r.groupMessageId', fn.countAll<string>().as('n')])
    .execute()
  return new Map(counts.map(({ groupMessageId, n }) => [groupMessageId, Number(n)]))
}
