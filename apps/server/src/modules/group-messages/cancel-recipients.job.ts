import { sql } from 'kysely'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { type WithdrawReason, withdrawMessages } from '../messages/index.ts'
import type { GroupMessageDeps } from './deps.ts'
import { applyMissedAction } from './missed-texts.ts'
import { IS_WITHDRAWABLE, latestSent, lockGroupMessage } from './rows.ts'
import { findSpentSegments, lockSendBudget, returnSegments } from './send-budget.ts'

const CANCEL_RECIPIENTS = 'cancel-recipients'
/** Recipients per transaction: more would hold up the event log, which is read below the oldest open transaction. */
const BATCH = 1000

export const cancelRecipientsSpec = (tenantId: string, id: string): JobSpec => ({
  identifier: CANCEL_RECIPIENTS,
  payload: { tenantId, id },
  jobKey: `cancel-recipients:${id}`,
})

/** Texts per transaction, whose conversations are locked. */
const WITHDRAWN_BATCH = 50

/**
 * Cancels the recipients of a stopped message who have not got it, a batch per transaction: first those whose texts
 * wait for the carrier.
 */
export const cancelRecipients = defineJob({
  name: CANCEL_RECIPIENTS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async (deps: GroupMessageDeps, { tenantId, id }) => {
    const { inTenant } = deps
    while (await inTenant({ tenantId }, (tx) => withdrawBatch(deps, tx, id)));
    while (await inTenant({ tenantId }, (tx) => skipMissedBatch(tx, id)));
    for (const state of ['pending', 'held'] as const)
      while (await inTenant({ tenantId }, (tx) => cancelBatch(tx, id, state)));
  },
})

/** Returns whether there may be more. */
async function cancelBatch(tx: TenantTx, id: string, state: 'pending' | 'held'): Promise<boolean> {
  // It may be resumed meanwhile.
  if ((await lockGroupMessage(tx, id))?.state !== 'stopped') return false
  const { numUpdatedRows } = await tx
    .updateTable('groupRecipients')
    .set({ state: 'cancelled', reason: null, heldUntil: null, handledAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', id)
    .where(
      sql<boolean>`contact_id = any(array(
        select r.contact_id from group_recipients r
        where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id} and r.state = ${sql.lit(state)} limit ${BATCH}
      ))`,
    )
    // Re-check: a contact follower may have moved the recipient since it was selected.
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Skips those a teammate chose to skip before the message was stopped, so that resuming it does not send to them.
 * Returns whether there may be more.
 */
async function skipMissedBatch(tx: TenantTx, id: string): Promise<boolean> {
  const row = await lockGroupMessage(tx, id)
  return row?.state === 'stopped' && row.missedAction === 'skip' && (await applyMissedAction(tx, row))
}

/** Returns whether there may be more. */
async function withdrawBatch(deps: GroupMessageDeps, tx: TenantTx, id: string): Promise<boolean> {
  if ((await lockGroupMessage(tx, id))?.state !== 'stopped') return false
  await lockSendBudget(tx)
  const queued = await latestSent(tx, id).where(IS_WITHDRAWABLE).limit(WITHDRAWN_BATCH).select('m.id').execute()
  const ids = queued.map((message) => message.id)
  const withdrawn = await withdrawMessages(deps, tx, ids, 'stopped')
  await cancelUnsentRecipients(tx, withdrawn, 'stopped')
  return withdrawn.length > 0
}

/**
 * Cancels the recipients of withdrawn messages, or skips those who replied, and returns their segments to the budget.
 */
export async function cancelUnsentRecipients(
  tx: TenantTx,
  messageIds: readonly string[],
  reason: WithdrawReason,
): Promise<void> {
  if (messageIds.length === 0) return
  const spent = await findSpentSegments(tx, messageIds)
  const outcome = reason === 'replied' ? ({ state: 'skipped', reason } as const) : ({ state: 'cancelled' } as const)
  await tx
    .updateTable('groupRecipients')
    .set({ ...outcome, messageId: null, handledAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('messageId', 'in', [...messageIds])
    .execute()
  await returnSegments(tx, spent)
}
