import type { MissedAction } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { lockMessagesOfCampaign } from './pause-group-message.ts'
import { type GroupMessageRow, updateGroupMessage } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'
import { isUnfinished, seesRemaining } from './stop-group-message.ts'

/** Whether texts of a message missed their time and wait for a decision. */
export const awaitsDecision = (row: GroupMessageRow): boolean =>
  row.missedAt !== null && row.missedAction === null && isUnfinished(row)

/** SQL: the same for the message `g`. */
export const AWAITS_DECISION = sql<boolean>`g.missed_at is not null and g.missed_action is null and g.state in ('running', 'paused')`

/**
 * Sends the texts of a campaign that missed their time, or skips them. Their jobs apply it: texts of a paused campaign
 * are sent once it is resumed.
 */
export async function decideMissed(
  tx: TenantTx,
  actor: Person,
  campaignId: string,
  action: MissedAction,
): Promise<void> {
  const rows = (await lockMessagesOfCampaign(tx, campaignId)).filter(awaitsDecision)
  const [first] = rows
  if (!first) throw new AppError('CampaignStatusWrong')
  for (const row of rows) {
    if (!(await seesRemaining(tx, actor, row))) throw new AppError('Forbidden')
    // An outage before the job runs still counts.
    const heartbeatAt = row.heartbeatAt === null || isAfter(row.heartbeatAt, tx.now()) ? tx.now() : row.heartbeatAt
    // The decision to send is about texts too that the carrier turns out to have refused.
    const outageEndedAt = action === 'send' ? null : row.outageEndedAt
    await updateGroupMessage(tx, row, { missedAction: action, heartbeatAt, outageEndedAt })
    await enqueue(tx, sendGroupMessageSpec(tx.tenantId, row.id))
    await recordGroupMessageChanged(tx, row, actor)
  }
  await recordAudit(tx, {
    action: action === 'send' ? 'group-message.missed-sent' : 'group-message.missed-skipped',
    actor,
    subject: first.groupName ?? 'Campaign',
    locationIDs: first.locationId === null ? null : [first.locationId],
    at: tx.now(),
  })
}
