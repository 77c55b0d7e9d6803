import type { BulkAction } from '@frontdesk/contract/api'
import { isContactChange, isPaymentChange } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { CONTACT_CHANGES } from '../contacts/index.ts'

export type BulkRow = Row<'bulkActions'>

const isUndoable = (change: BulkRow['change']): boolean =>
  isContactChange(change) ? CONTACT_CHANGES[change].canUndo : !isPaymentChange(change)

export const toBulkAction = (row: BulkRow): BulkAction => ({
  id: row.id,
  change: row.change,
  value: row.value,
  state: row.state,
  isUndo: row.undoOf !== null,
  total: row.total,
  done: row.done,
  changed: row.changed,
  canUndo:
    row.undoOf === null &&
    row.changed > 0 &&
    isUndoable(row.change) &&
    (row.state === 'done' || row.state === 'stopped'),
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
})

/** Loads one of the actor's own bulk actions and locks it. */
export async function accessBulkAction(tx: TenantTx, actor: Actor, id: string): Promise<BulkRow> {
  const row = await lockBulkAction(tx, id)
  if (row?.userId !== actor.userId) throw new AppError('BulkActionNotFound')
  return row
}

export const lockBulkAction = (tx: TenantTx, id: string): Promise<BulkRow | undefined> =>
  tx
    .selectFrom('bulkActions')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function listBulkActions(tx: TenantTx, actor: Actor, since: string): Promise<BulkAction[]> {
  const rows = await tx
    .selectFrom('bulkActions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', actor.userId)
    .where('startedAt', '>', since)
    .selectAll()
    .orderBy('startedAt', 'desc')
    .limit(20)
    .execute()
  return rows.map(toBulkAction)
}
