import { isContactChange, isContactSettingChange, isPaymentChange } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { TEAM_ROOM } from '../../platform/realtime/realtime.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { CONTACT_CHANGES, ContactBulkInput, mayChangeContacts } from '../contacts/index.ts'
import type { SendDeps } from '../messages/index.ts'
import { changePayments, mayChangePayments, PAYMENT_BATCH, PaymentBulkInput } from '../payment-documents/index.ts'
import { EVERYTHING, ownRoom, viewerOfScope } from '../visibility/index.ts'
import { applyChange, findPreviousStates } from './apply-change.ts'
import { CHANGES } from './changes.ts'
import { collectItems } from './collect-items.ts'
import { type BulkRow, lockBulkAction, toBulkAction } from './queries.ts'

type BulkDeps = SendDeps & Needs<'publicUrl'>

const RUN_BULK_ACTION = 'run-bulk-action'
/** Conversations per transaction, so that others wait for their locks only briefly. */
const BATCH = 200
/** Larger actions push no conversations: open screens refetch their lists from time to time instead. */
const PUSHED_MAX = 200
const REFETCH_EVERY_MS = 2000

export const runBulkActionSpec = (tenantId: string, id: string): JobSpec => ({
  identifier: RUN_BULK_ACTION,
  payload: { tenantId, id },
  jobKey: `bulk:${id}`,
})

/**
 * Changes the remaining conversations in batches. Each batch and its progress share a transaction, so a run that is
 * killed continues after the last committed batch, and no conversation is changed twice.
 */
export const runBulkAction = defineJob({
  name: RUN_BULK_ACTION,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async (deps: BulkDeps, { tenantId, id }) => {
    let publishedAt = performance.now()
    for (;;) {
      const row = await deps.inTenant({ tenantId }, (tx) => runBatch(deps, tx, id))
      if (!row) return
      deps.push(tenantId, [ownRoom(row.userId)], {
        type: 'bulk-action.changed',
        id: null,
        at: deps.now(),
        action: toBulkAction(row),
      })
      const isOver = row.state !== 'running'
      if (row.total > PUSHED_MAX && (isOver || performance.now() - publishedAt > REFETCH_EVERY_MS)) {
        publishedAt = performance.now()
        deps.push(tenantId, [TEAM_ROOM], { type: 'conversations.changed', id: null, at: deps.now() })
      }
      if (isOver) return
    }
  },
})

const isAllowedNow = (person: Person, action: BulkRow): boolean =>
  isContactChange(action.change)
    ? mayChangeContacts(person, action.change)
    : isPaymentChange(action.change)
      ? mayChangePayments(person)
      : CHANGES[action.change].isAllowed(person, action)

/** The teammate who saved a setting may have left since: its effects are recorded in their name. */
const formerMember = ({ change, userId }: BulkRow): Person | undefined =>
  isContactSettingChange(change) ? { ...viewerOfScope(EVERYTHING), userId, displayName: '' } : undefined

/** Makes or undoes the change of an action on a batch. Returns what an undo needs of those that were changed. */
async function applyTo(
  deps: BulkDeps,
  tx: TenantTx,
  actor: Person,
  ids: string[],
  action: BulkRow,
): Promise<Map<string, object>> {
  const { id, change: kind, input } = action
  if (isPaymentChange(kind))
    return changePayments(deps, tx, actor, { id, ids, input: PaymentBulkInput.parse(input), change: kind })
  if (!isContactChange(kind)) {
    const change = CHANGES[kind]
    return applyChange(deps, tx, actor, { ids, change, action, isQuiet: action.total > PUSHED_MAX })
  }
  const previous = action.undoOf === null ? null : await findPreviousStates<object>(tx, action.undoOf, ids)
  return CONTACT_CHANGES[kind].run(deps, tx, actor, {
    ids,
    input: ContactBulkInput.parse(input),
    previous,
  })
}

const batchOf = ({ change }: BulkRow): number =>
  isContactChange(change) ? CONTACT_CHANGES[change].batch : isPaymentChange(change) ? PAYMENT_BATCH : BATCH

/** Returns the action after one more batch; undefined if it was no longer running. */
async function runBatch(deps: BulkDeps, tx: TenantTx, id: string): Promise<BulkRow | undefined> {
  const action = await lockBulkAction(tx, id)
  if (action?.state !== 'running') return undefined
  // Use their current rights: rights revoked since the start no longer count.
  const person = (await findPerson(tx, action.userId)) ?? formerMember(action)
  const actor = person && isAllowedNow(person, action) ? person : null
  if (actor && action.collectedAfter !== null) return collectItems(tx, actor, action)
  const items = await tx
    .selectFrom('bulkActionItems')
    .where('tenantId', '=', tx.tenantId)
    .where('bulkActionId', '=', id)
    .where(sql<boolean>`not is_done`)
    .orderBy('itemId')
    .limit(batchOf(action))
    .select('itemId')
    .execute()
  const ids = items.map(({ itemId }) => itemId)
  const isOver = ids.length === 0 || !actor
  const before = isOver ? new Map<string, object>() : await applyTo(deps, tx, actor, ids, action)
  if (!isOver) {
    await sql`
      update bulk_action_items i set is_done = true, before = w.before
      from unnest(${ids}::uuid[], ${ids.map((one) => (before.has(one) ? JSON.stringify(before.get(one)) : null))}::jsonb[]) as w (id, before)
      where i.tenant_id = ${tx.tenantId} and i.bulk_action_id = ${id} and i.item_id = w.id`.execute(tx)
  }
  const done = action.done + (isOver ? 0 : ids.length)
  const state = !actor ? 'stopped' : isOver || done >= action.total ? 'done' : 'running'
  return tx
    .updateTable('bulkActions')
    .set({ done, changed: action.changed + before.size, state, finishedAt: state === 'running' ? null : deps.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
