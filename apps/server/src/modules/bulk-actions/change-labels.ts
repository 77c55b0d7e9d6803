import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { insertBulkAction } from './start-bulk-action.ts'

/** Throws while a change of the labels is still being made on contacts. Its caller has locked the list of labels. */
export async function assertNoLabelChange(tx: TenantTx): Promise<void> {
  const running = await tx
    .selectFrom('bulkActions')
    .where('tenantId', '=', tx.tenantId)
    .where('change', '=', 'change-labels')
    .where('state', '=', 'running')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (running) throw new AppError('LabelsChanging')
}

/** Starts the bulk action that renames or removes labels on contacts, if any contact has one of them. */
export async function startLabelChange(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  labelNames: Record<string, string | null>,
): Promise<void> {
  const row = await insertBulkAction(tx, actor, {
    change: 'change-labels',
    value: null,
    folderKey: null,
    toUserId: null,
    statusKey: null,
    input: JSON.stringify({ labelNames }),
    undoOf: null,
    at: tx.now(),
  })
  if (row.total === 0 && row.collectedAfter === null) {
    await tx.deleteFrom('bulkActions').where('tenantId', '=', tx.tenantId).where('id', '=', row.id).execute()
    return
  }
  tx.afterCommit(deps.wake)
}
