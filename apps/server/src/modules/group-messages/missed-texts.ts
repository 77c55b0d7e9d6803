import { CAMPAIGN_LATE_MS, type MissedAction } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { lockMessagesOfCampaign } from './pause-group-message.ts'
import type { GroupMessageRow } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'
import { isUnfinished, seesRemaining } from './stop-group-message.ts'

/** Recipients per transaction. */
const BATCH = 1000
/** While a message is being sent, its heartbeat is stored at most this often. */
const HEARTBEAT_EVERY_MS = 60_000

const setMessage = (
  tx: TenantTx,
  { id }: Pick<GroupMessageRow, 'id'>,
  values: Partial<Pick<GroupMessageRow, 'heartbeatAt' | 'missedAt' | 'missedAction'>>,
) => tx.updateTable('groupMessages').set(values).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()

/** Runs the job of a message at a time, and remembers that. */
export async function sleepUntil(tx: TenantTx, row: GroupMessageRow, at: string | undefined): Promise<void> {
  await enqueue(tx, { ...sendGroupMessageSpec(tx.tenantId, row.id), ...(at !== undefined && { runAt: at }) })
  await setMessage(tx, row, { heartbeatAt: at ?? tx.now() })
}

/** Nothing is planned for a message until something else runs its job. */
export const sleep = (tx: TenantTx, row: GroupMessageRow) => setMessage(tx, row, { heartbeatAt: null })

/** Records that the job of a message runs. */
export async function recordHeartbeat(tx: TenantTx, row: GroupMessageRow): Promise<void> {
  const at = tx.now()
  const { heartbeatAt } = row
  const isRecent =
    heartbeatAt !== null && !isAfter(heartbeatAt, at) && isAfter(heartbeatAt, shift(at, -HEARTBEAT_EVERY_MS))
  if (!isRecent) await setMessage(tx, row, { heartbeatAt: at })
}

/**
 * Whether the job of a message did not run when it was to: the server was down, which says nothing about texts that are
 * late because of limits, quiet hours or a pause.
 */
const hadOutage = ({ heartbeatAt }: GroupMessageRow, at: string): boolean =>
  heartbeatAt !== null && isAfter(at, shift(heartbeatAt, CAMPAIGN_LATE_MS))

/**
 * After an outage, holds the next recipients of a locked message whose planned time is long past, until a teammate
 * decides. Returns whether there were any. Call it before the heartbeat is recorded, until there are none.
 */
export async function holdMissed(tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  const at = tx.now()
  if (!hadOutage(row, at)) return false
  const { numAffectedRows = 0n } = await sql`
    update group_recipients r set reason = 'missed', handled_at = ${at}::timestamptz
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.contact_id = any(array(
      select q.contact_id from group_recipients q
      where q.tenant_id = ${tx.tenantId} and q.group_message_id = ${row.id} and q.state = 'held' and q.reason = 'scheduled'
        and q.held_until <= ${shift(at, -CAMPAIGN_LATE_MS)}::timestamptz
      order by q.held_until limit ${BATCH}
    ))`.execute(tx)
  if (numAffectedRows > 0n) {
    if (row.missedAt === null) await setMessage(tx, row, { missedAt: at })
    return true
  }
  if (row.missedAt !== null) await recordGroupMessageChanged(tx, row, null)
  return false
}

/**
 * Applies what a teammate decided to the next recipients who missed their time: they are due again, or skipped. Returns
 * whether the message or its recipients changed, so that the next batch reads the message again.
 */
export async function applyMissedAction(tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  if (row.missedAction === null) return false
  const values =
    row.missedAction === 'send'
      ? sql`reason = 'scheduled', handled_at = null`
      : sql`state = 'skipped', held_until = null, handled_at = ${tx.now()}::timestamptz`
  const { numAffectedRows = 0n } = await sql`
    update group_recipients r set ${values}
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.contact_id = any(array(
      select q.contact_id from group_recipients q
      where q.tenant_id = ${tx.tenantId} and q.group_message_id = ${row.id} and q.state = 'held' and q.reason = 'missed'
      order by q.contact_id limit ${BATCH}
    ))`.execute(tx)
  if (numAffectedRows === 0n) await setMessage(tx, row, { missedAt: null, missedAction: null })
  return true
}

/** Whether texts of a message missed their time and wait for a decision. */
export const awaitsDecision = (row: GroupMessageRow): boolean =>
  row.missedAt !== null && row.missedAction === null && isUnfinished(row)

/** SQL: the same for the message `g`. */
export const AWAITS_DECISION = sql<boolean>`g.missed_at is not null and g.missed_action is null and g.state in ('running', 'paused')`

/** Whether recipients of a message wait for a decision. */
export async function hasMissed(tx: TenantTx, { id }: GroupMessageRow): Promise<boolean> {
  const recipient = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', id)
    .where('state', '=', 'held')
    .where(sql<boolean>`reason = 'missed'`)
    .select('contactId')
    .limit(1)
    .executeTakeFirst()
  return recipient !== undefined
}

/** Sends the texts of a campaign that missed their time, or skips them. Their jobs apply it. */
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
    await setMessage(tx, row, { missedAction: action, heartbeatAt })
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
