import { CAMPAIGN_RESUME_DAYS } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findConversationsByIds } from '../conversations/index.ts'
import { bulkSendSpecs } from '../messages/index.ts'
import { seesEverything } from '../visibility/index.ts'
import { type GroupMessageRow, latestSent, lockGroupMessage, updateGroupMessage } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'
import { cancelRemaining, isUnfinished, seesRemaining } from './stop-group-message.ts'

const DAY_MS = 24 * 3_600_000

/** Locks the texts of a campaign, the first one first, waiting for batches that are being sent. */
export async function lockMessagesOfCampaign(
  tx: TenantTx,
  campaignId: string,
  fromStep = 0,
): Promise<GroupMessageRow[]> {
  const steps = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', campaignId)
    .where('step', '>=', fromStep)
    .orderBy('step')
    .select('id')
    .execute()
  const rows: GroupMessageRow[] = []
  for (const { id } of steps) {
    const row = await lockGroupMessage(tx, id)
    if (row) rows.push(row)
  }
  return rows
}

/** Stops the unfinished texts of a campaign. */
export async function stopCampaignMessages(tx: TenantTx, actor: Person, campaignId: string): Promise<void> {
  const unfinished = (await lockMessagesOfCampaign(tx, campaignId)).filter(isUnfinished)
  for (const row of unfinished) if (!(await seesRemaining(tx, actor, row))) throw new AppError('Forbidden')
  await cancelRemaining(tx, unfinished, 'teammate', actor)
}

/** Whether a message can be resumed: it is paused, or was stopped by a teammate not long ago. */
export const isResumable = ({ state, stopReason, finishedAt }: GroupMessageRow, at: string): boolean =>
  state === 'paused' ||
  (state === 'stopped' &&
    stopReason === 'teammate' &&
    finishedAt !== null &&
    isAfter(finishedAt, shift(at, -CAMPAIGN_RESUME_DAYS * DAY_MS)))

/** Pauses the texts of a campaign that are being sent. */
export async function pauseCampaignMessages(tx: TenantTx, actor: Person, campaignId: string): Promise<void> {
  const running = (await lockMessagesOfCampaign(tx, campaignId)).filter(({ state }) => state === 'running')
  if (running.length === 0) throw new AppError('CampaignStatusWrong')
  for (const row of running) {
    if (!(await seesRemaining(tx, actor, row))) throw new AppError('Forbidden')
    const paused = await updateGroupMessage(tx, row, { state: 'paused' })
    await recordGroupMessageChanged(tx, paused, actor)
  }
  await recordPauseAudit(tx, actor, running[0], 'group-message.paused')
}

/** Resumes the paused or stopped texts of a campaign, for recipients they were never sent to. Returns these texts. */
export async function resumeCampaignMessages(
  tx: TenantTx,
  actor: Person,
  campaignId: string,
): Promise<GroupMessageRow[]> {
  const at = tx.now()
  const rows = (await lockMessagesOfCampaign(tx, campaignId)).filter((row) => isResumable(row, at))
  if (rows.length === 0) throw new AppError('CampaignStatusWrong')
  const resumed: GroupMessageRow[] = []
  for (const row of rows) {
    // Recipients that are still to be added may be hidden from the actor.
    const seesAdded = !row.isCollecting || row.authorUserId === actor.userId || seesEverything(actor)
    if (!seesAdded || !(await seesRemaining(tx, actor, row))) throw new AppError('Forbidden')
    const running = await updateGroupMessage(tx, row, {
      ...{ state: 'running', stopReason: null, finishedAt: null, heartbeatAt: at, outageEndedAt: null },
      // Resuming a stopped message sends it to everyone who is left, except those a teammate chose to skip.
      ...(row.state === 'stopped' && row.missedAt !== null && { missedAction: row.missedAction ?? 'send' }),
    })
    await enqueue(tx, sendGroupMessageSpec(tx.tenantId, row.id))
    await sendQueuedAgain(tx, row.id)
    await recordGroupMessageChanged(tx, running, actor)
    resumed.push(running)
  }
  await recordPauseAudit(tx, actor, rows[0], 'group-message.resumed')
  return resumed
}

/**
 * Sends the texts that were put off while their message was paused. Their conversations are locked first: a job that
 * claims them under that lock may still put them off, because it read that the message is paused.
 */
async function sendQueuedAgain(tx: TenantTx, id: string): Promise<void> {
  const queued = latestSent(tx, id).where('m.deliveryStatus', '=', 'queued')
  const waiting = await queued.select('m.conversationId').distinct().execute()
  if (waiting.length === 0) return
  await findConversationsByIds(
    tx,
    null,
    waiting.map((message) => message.conversationId),
    'change',
  )
  const putOff = await queued.where('m.notBefore', '>', tx.now()).select(['m.id', 'm.conversationId']).execute()
  if (putOff.length === 0) return
  await tx
    .updateTable('messages')
    .set({ notBefore: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      putOff.map((message) => message.id),
    )
    .execute()
  const conversationIds = [...new Set(putOff.map(({ conversationId }) => conversationId))]
  await enqueue(tx, ...bulkSendSpecs({ tenantId: tx.tenantId, conversationIds }))
}

const recordPauseAudit = (
  tx: TenantTx,
  actor: Person,
  row: GroupMessageRow | undefined,
  action: 'group-message.paused' | 'group-message.resumed',
) =>
  recordAudit(tx, {
    action,
    actor,
    subject: row?.groupName ?? 'Campaign',
    locationIDs: !row || row.locationId === null ? null : [row.locationId],
    at: tx.now(),
  })
