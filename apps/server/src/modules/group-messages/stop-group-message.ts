import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'
import { cancelRecipientsSpec } from './cancel-recipients.job.ts'
import { accessGroupMessage, type GroupMessageRow, lockGroupMessage, updateGroupMessage } from './rows.ts'
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
  await cancelRemaining(tx, row, 'teammate', actor)
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
 * Stops a locked group message at once: nothing more is sent. A job marks the recipients who have not got it; until then
 * they count as cancelled because the message is stopped.
 */
export async function cancelRemaining(
  tx: TenantTx,
  row: GroupMessageRow,
  stopReason: NonNullable<GroupMessageRow['stopReason']>,
  by: Person | null,
): Promise<void> {
  const at = tx.now()
  const { left } = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', row.id)
    .where('state', 'in', ['pending', 'held'])
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow()
  await enqueue(tx, cancelRecipientsSpec(tx.tenantId, row.id))
  await freeReservations(tx)
  await recordGroupMessageChanged(
    tx,
    await updateGroupMessage(tx, row, { state: 'stopped', stopReason, finishedAt: at }),
    by,
  )
  await recordAudit(tx, {
    action: 'group-message.stopped',
    actor: by,
    subject: row.groupName ?? 'Selected contacts',
    data: { cancelled: Number(left) },
    locationIDs: row.locationId === null ? null : [row.locationId],
    at,
  })
}
