import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { accessGroupMessage, type GroupMessageRow, lockGroupMessage, updateGroupMessage } from './rows.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'

/** Stops a group message that the actor may see. */
export async function stopGroupMessage(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  await accessGroupMessage(tx, actor, id)
  await stop(tx, id, actor)
}

/** Stops the group messages of a group that is deleted. */
export async function stopMessagesOfGroup(tx: TenantTx, actor: Actor, groupId: string): Promise<void> {
  const running = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('groupId', '=', groupId)
    .where('state', '=', 'running')
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of running) await stop(tx, id, actor)
}

async function stop(tx: TenantTx, id: string, actor: Actor): Promise<void> {
  // Waits for the batch that is being sent.
  const row = await lockGroupMessage(tx, id)
  if (row?.state === 'running') await cancelRemaining(tx, row, 'teammate', actor)
}

/** Stops a locked group message and cancels the recipients who have not got it. */
export async function cancelRemaining(
  tx: TenantTx,
  row: GroupMessageRow,
  stopReason: NonNullable<GroupMessageRow['stopReason']>,
  by: Person | null,
): Promise<void> {
  const at = tx.now()
  const { numUpdatedRows } = await tx
    .updateTable('groupRecipients')
    .set({ state: 'cancelled', heldUntil: null, handledAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', row.id)
    .where('state', 'in', ['pending', 'held'])
    .executeTakeFirstOrThrow()
  await recordGroupMessageChanged(
    tx,
    await updateGroupMessage(tx, row, { state: 'stopped', stopReason, finishedAt: at }),
    by,
  )
  await recordAudit(tx, {
    action: 'group-message.stopped',
    actor: by,
    subject: row.groupName ?? 'Selected contacts',
    data: { cancelled: Number(numUpdatedRows) },
    locationIDs: row.locationId === null ? null : [row.locationId],
    at,
  })
}
