import type { BulkAction, ConversationCriteria } from '@frontdesk/contract/api'
import { BULK_MAX, type BulkChange, fromSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findTeammate } from '../assignees/index.ts'
import { wakeTime } from '../attention/index.ts'
import { STATUSES } from '../contact-statuses/index.ts'
import { type ConversationDeps, matchingIds } from '../conversations/index.ts'
import { readSetting } from '../settings/index.ts'
import { isVisible } from '../visibility/index.ts'
import { mayChange } from './may-change.ts'
import { type BulkRow, toBulkAction } from './queries.ts'
import { runBulkActionSpec } from './run-bulk-action.job.ts'

export interface BulkRequest {
  change: BulkChange
  sids?: string[] | undefined
  criteria?: ConversationCriteria | undefined
  folderKey?: string | undefined
  toUserID?: string | null | undefined
  statusKey?: string | null | undefined
  until?: string | null | undefined
}

/** Notes down which conversations are to be changed, now and once, and leaves the changing to a job. */
export function startBulkAction(deps: ConversationDeps, actor: Actor, request: BulkRequest): Promise<BulkAction> {
  const { change, sids, criteria } = request
  return deps.inTenant(actor, async (tx) => {
    const value = await checkValue(tx, actor, request, deps.now())
    const ids = sids && [...new Set(sids.map(fromSid))]
    const which = ids
      ? sql`select c.id from conversations c where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}`
      : await matchingIds(tx, actor, criteria ?? { isClosed: false }, BULK_MAX + 1)
    const row = await insertBulkAction(tx, actor, {
      change,
      value,
      folderKey: change === 'folder' ? (request.folderKey ?? null) : null,
      toUserId: change === 'assign' ? (request.toUserID ?? null) : null,
      statusKey: change === 'status' ? (request.statusKey ?? null) : null,
      undoOf: null,
      which,
      at: deps.now(),
    })
    if (ids && row.total !== ids.length) throw new AppError('ConversationNotFound')
    if (row.total > BULK_MAX) throw new AppError('TooManyConversations', { most: BULK_MAX })
    tx.afterCommit(deps.wake)
    return toBulkAction(row)
  })
}

interface NewBulkAction {
  change: string
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

/** Refuses what there is not or what the actor may not give, and says what it is called, or when it is. */
async function checkValue(
  tx: TenantTx,
  actor: Actor,
  { change, folderKey = '', toUserID = null, statusKey = null, until = null }: BulkRequest,
  now: string,
): Promise<string | null> {
  switch (change) {
    case 'folder': {
      const folder = await tx
        .selectFrom('folders')
        .where('tenantId', '=', tx.tenantId)
        .where('key', '=', folderKey)
        .$if(actor.locationIds !== null, (query) =>
          query.where('locationId', 'in', [...(actor.locationIds ?? []), NO_ID]),
        )
        .select('name')
        .limit(1)
        .executeTakeFirst()
      if (!folder) throw new AppError('FolderNotFound')
      return folder.name
    }
    case 'assign': {
      if (!mayChange(actor, change, toUserID)) throw new AppError('ConversationsUnassignable')
      if (toUserID === null) return null
      const user = await findTeammate(tx, toUserID)
      if (!user) throw new AppError('AssigneeUnknown')
      return user.displayName
    }
    case 'status': {
      if (!mayChange(actor, change)) throw new AppError('Forbidden', { permission: 'contacts_edit' })
      if (statusKey === null) return null
      const { statuses } = await readSetting(tx, STATUSES)
      const status = statuses.find(({ key }) => key === statusKey)
      if (!status) throw new AppError('ContactStatusUnknown')
      return status.name
    }
    case 'snooze':
      return wakeTime(until, now)
    default:
      return null
  }
}

/** A list of nothing is no SQL. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
