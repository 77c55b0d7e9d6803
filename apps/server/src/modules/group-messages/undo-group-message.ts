import type { Actor } from '../../platform/actor.ts'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accessGroupMessage, type GroupMessageRow, lockGroupMessage, updateGroupMessage } from './rows.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'

/** Whether the message is still held for undoing by its author. */
export const isUndoable = ({ state, startsAt }: GroupMessageRow, at: string): boolean =>
  state === 'running' && startsAt !== null && isAfter(startsAt, at)

/**
 * Undoes a message in the seconds after it was sent. Under the lock that sending takes, so it goes out whole or not at
 * all. The row stays, so that a repeated request to send it does not send it again.
 */
export async function undoGroupMessage(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  await accessGroupMessage(tx, actor, id)
  const row = await lockGroupMessage(tx, id)
  if (row?.authorUserId !== actor.userId || !isUndoable(row, tx.now())) throw new AppError('GroupMessageNotUndoable')
  await tx.deleteFrom('groupRecipients').where('tenantId', '=', tx.tenantId).where('groupMessageId', '=', id).execute()
  const undone = await updateGroupMessage(tx, row, { state: 'undone', finishedAt: tx.now() })
  await recordGroupMessageChanged(tx, undone, actor)
}
