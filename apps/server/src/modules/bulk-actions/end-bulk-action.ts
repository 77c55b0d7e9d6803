import type { BulkAction } from '@frontdesk/contract/api'
import { isContactSettingChange } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessBulkAction, toBulkAction } from './queries.ts'
import { insertBulkAction } from './start-bulk-action.ts'

/** Stops a bulk action, unless it follows from a saved setting. Changes already made stay, and can be undone. */
export async function stopBulkAction(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<BulkAction> {
  const row = await accessBulkAction(tx, actor, id)
  if (row.state !== 'running' || isContactSettingChange(row.change)) return toBulkAction(row)
  const stopped = await tx
    .updateTable('bulkActions')
    .set({ state: 'stopped', finishedAt: deps.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBulkAction(stopped)
}

/** Starts the bulk action that undoes this one. */
export async function undoBulkAction(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<BulkAction> {
  const row = await accessBulkAction(tx, actor, id)
  if (!toBulkAction(row).canUndo) throw new AppError('BulkActionNotUndoable')
  const { change, value, folderKey, toUserId, statusKey, input } = row
  // Marked as undone at once, even while the undo is still running, so that it cannot be undone twice.
  await tx
    .updateTable('bulkActions')
    .set({ state: 'undone' })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const undo = await insertBulkAction(tx, actor, {
    change,
    value,
    folderKey,
    toUserId,
    statusKey,
    input: input === null ? null : JSON.stringify(input),
    undoOf: id,
    at: deps.now(),
  })
  tx.afterCommit(deps.wake)
  return toBulkAction(undo)
}
