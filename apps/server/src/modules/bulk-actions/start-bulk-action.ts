import type { BulkAction, ContactCriteria, ConversationCriteria, DocumentCriteria } from '@frontdesk/contract/api'
import {
  BULK_MAX,
  type BulkChange,
  type ContactBulkChange,
  can,
  type PaymentBulkChange,
} from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { CONTACT_CHANGES, type ContactBulkInput, type ContactDeps } from '../contacts/index.ts'
import { type ConversationDeps, matchingIds } from '../conversations/index.ts'
import { mayChangePayments, selectedDocuments } from '../payment-documents/index.ts'
import { isContactVisible, isVisible } from '../visibility/index.ts'
import { CHANGES } from './changes.ts'
import { collectItems, NOTHING_COLLECTED, storeItems } from './collect-items.ts'
import { type BulkRow, lockBulkAction, toBulkAction } from './queries.ts'
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

export interface ContactBulkRequest extends ContactBulkInput {
  change: ContactBulkChange
  ids?: string[] | undefined
  criteria?: ContactCriteria | undefined
}

/** The same for contacts. */
export async function startContactBulkAction(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { change, ids: requested, criteria: requestedCriteria = {}, ...input }: ContactBulkRequest,
): Promise<BulkAction> {
  const { permission, check } = CONTACT_CHANGES[change]
  if (!can(actor, permission)) throw new AppError('Forbidden', { permission })
  const value = await check(tx, actor, input)
  const ids = requested && [...new Set(requested)]
  const values = { folderKey: null, toUserId: null, statusKey: null, input: JSON.stringify(input) }
  const started = { ...values, change, value, undoOf: null, at: tx.now() }
  const row = await insertBulkAction(tx, actor, {
    ...started,
    ...(ids
      ? {
          which: sql`select t.id from contacts t where t.tenant_id = ${tx.tenantId} and t.id = any(${ids}::uuid[]) and ${isContactVisible(tx, actor)}`,
        }
      : { criteria: JSON.stringify(requestedCriteria) }),
  })
  if (ids && row.total !== ids.length) throw new AppError('ContactNotFound')
  tx.afterCommit(deps.wake)
  return toBulkAction(row)
}

export interface PaymentBulkRequest {
  change: PaymentBulkChange
  ids?: string[] | undefined
  criteria?: DocumentCriteria | undefined
  text?: string | undefined
}

/** The same for payment requests and estimates. */
export async function startPaymentBulkAction(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { change, ids: requested, criteria = {}, text }: PaymentBulkRequest,
): Promise<BulkAction> {
  if (!mayChangePayments(actor)) throw new AppError('Forbidden', { permission: 'payments_manage_estimates' })
  const ids = requested && [...new Set(requested)]
  const values = { folderKey: null, toUserId: null, statusKey: null, value: null, undoOf: null }
  const row = await insertBulkAction(tx, actor, {
    ...values,
    ...{ change, input: JSON.stringify({ text }), at: tx.now() },
    ...(ids ? { which: await selectedDocuments(tx, actor, ids) } : { criteria: JSON.stringify(criteria) }),
  })
  if (ids && row.total !== ids.length) throw new AppError('PaymentNotFound')
  tx.afterCommit(deps.wake)
  return toBulkAction(row)
}

interface NewBulkAction {
  change: BulkRow['change']
  value: string | null
  folderKey: string | null
  toUserId: string | null
  statusKey: string | null
  input?: string | null
  undoOf: string | null
  /** Selects the ids of the conversations or contacts; absent: the job stores them, a batch per transaction. */
  which?: RawBuilder<unknown>
  /** The contacts that the job stores. */
  criteria?: string
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
      collectedAfter: which ? null : NOTHING_COLLECTED,
    })
    .execute()
  await enqueue(tx, runBulkActionSpec(tx.tenantId, id))
  const inserted = await lockBulkAction(tx, id)
  if (!inserted) throw new Error('The bulk action is missing.')
  return which ? storeItems(tx, inserted, which) : collectItems(tx, actor, inserted)
}
