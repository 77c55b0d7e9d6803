import type { BulkAction, ConversationCriteria } from '@frontdesk/contract/api'
import { BULK_MAX, type BulkChange } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type ConversationDeps, matchingIds } from '../conversations/index.ts'
import { isVisible } from '../visibility/index.ts'
import { CHANGES } from './changes.ts'
import { type BulkRow, toBulkAction } from './queries.ts'
import { runBulkActionSpec } from './run-bulk-action.job.ts'

export interface BulkRequest {
  change: BulkChange
  ids?: string[] | undefined
  criteria?: ConversationCriteria | undefined
  folderKey?: string | undefined
  assigneeId?: string | null | undefined
  statusKey?: string | null | undefined
  until?: string | null | undefined
}

/** Stores which conversations are to be changed, as they are now; a job changes them. */
export async function startBulkAction(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  request: BulkRequest,
): Promise<BulkAction> {
  const { change, criteria } = request
  const values = {
    folderKey: change === 'folder' ? (request.folderKey ?? null) : null,
    toUserId: change === 'assign' ? (request.assigneeId ?? null) : null,
    statusKey: change === 'status' ? (request.statusKey ?? null) : null,
    value: change === 'snooze' ? (request.until ?? null) : null,
  }
  const value = await CHANGES[change].check(tx, actor, values, deps.now())
  const ids = request.ids && [...new Set(request.ids)]
  const which = ids
    ? sql`select c.id from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}`
    : await matchingIds(tx, actor, criteria ?? { isClosed: false }, BULK_MAX + 1)
  const row = await insertBulkAction(tx, actor, {
    ...values,
    change,
    value,
    undoOf: null,
    which,
    at: deps.now(),
  })
  if (ids && row.total !== ids.length) throw new AppError('ConversationNotFound')
  if (row.total > BULK_MAX) throw new AppError('TooManyConversations', { most: BULK_MAX })
  tx.afterCommit(deps.wake)
  return toBulkAction(row)
}

interface NewBulkAction {
  change: BulkChange
  value: string | null
  folderKey: string | null
  toUserId: string | null
  statusKey: string | null
  undoOf: string | null
  /** Selects the ids of the conversations. */
  which: RawBuilder<unknown>
  at: string
}

export async function insertBulkAction(
  tx: TenantTx,
  actor: Actor,
  { which, at, ...rest }: NewBulkAction,
): Promise<BulkRow> {
  const id = newId()
  await tx
    .insertInto('bulkActions')
    .values({
      ...rest,
      tenantId: tx.tenantId,
      id,
      userId: actor.userId,
      state: 'running',
      total: 0,
      startedAt: at,
    })
    .execute()
  const { numAffectedRows } = await sql`
    insert into bulk_action_items (tenant_id, bulk_action_id, conversation_id)
    select ${tx.tenantId}::uuid, ${id}::uuid, w.id from (${which}) w`.execute(tx)
  const row = await tx
    .updateTable('bulkActions')
    .set({ total: Number(numAffectedRows ?? 0) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(tx, runBulkActionSpec(tx.tenantId, id))
  return row
}
