import { CAMPAIGN_LATE_MS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { withdrawMessages } from '../messages/index.ts'
import { contactRegion, findHoliday, nextSendTime } from '../messaging/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import type { GroupMessageDeps } from './deps.ts'
import { restoreCancelled } from './follow-ups.ts'
import { holdUnsentRecipients } from './hold-unsent-recipients.ts'
import { type GroupMessageRow, IS_WITHDRAWABLE, latestSent, type RecipientResult, updateRecipients } from './rows.ts'
import { findPaced } from './schedule-recipients.ts'
import { countSendable, lockSendBudget } from './send-budget.ts'
import { sendGroupMessageSpec } from './send-spec.ts'
import { recordGroupMessageChanged } from './start-group-message.ts'

/** Recipients per transaction. */
const BATCH = 1000
/** While a message is being sent, its heartbeat is stored at most this often. */
export const HEARTBEAT_EVERY_MS = 60_000

const setMessage = (
  tx: TenantTx,
  { id }: Pick<GroupMessageRow, 'id'>,
  values: Partial<Pick<GroupMessageRow, 'heartbeatAt' | 'outageEndedAt' | 'missedAt' | 'missedAction'>>,
) => tx.updateTable('groupMessages').set(values).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()

/** Runs the job of a message at a time, and remembers that. */
export async function sleepUntil(tx: TenantTx, row: GroupMessageRow, at: string | undefined): Promise<void> {
  await enqueue(tx, { ...sendGroupMessageSpec(tx.tenantId, row.id), ...(at !== undefined && { runAt: at }) })
  await setMessage(tx, row, { heartbeatAt: at ?? tx.now() })
}

/** Nothing is planned for a message until something else runs its job. */
export const sleep = (tx: TenantTx, row: GroupMessageRow) => setMessage(tx, row, { heartbeatAt: null })

/** Records that the job of a message runs, and after an outage that it ended. */
export async function recordHeartbeat(tx: TenantTx, row: GroupMessageRow): Promise<void> {
  const at = tx.now()
  const { heartbeatAt } = row
  const isRecent =
    heartbeatAt !== null && !isAfter(heartbeatAt, at) && isAfter(heartbeatAt, shift(at, -HEARTBEAT_EVERY_MS))
  if (!isRecent) await setMessage(tx, row, { heartbeatAt: at, ...(hadOutage(row, at) && { outageEndedAt: at }) })
}

/**
 * Whether the job of a campaign's text did not run when it was to: the server was down, which says nothing about texts
 * that are late because of limits, quiet hours or a pause. Other group messages have no one to ask about them.
 */
const hadOutage = (
  { campaignId, heartbeatAt }: Pick<GroupMessageRow, 'campaignId' | 'heartbeatAt'>,
  at: string,
): boolean => campaignId !== null && heartbeatAt !== null && isLate(heartbeatAt, at)

/**
 * Whether a text that was due at this time, and waits for the carrier, is late because of an outage. One that the carrier
 * had refused may be back in the queue only after the outage was dealt with.
 */
export const isMissed = (
  row: Pick<GroupMessageRow, 'campaignId' | 'heartbeatAt' | 'outageEndedAt'>,
  dueAt: string,
  at: string,
): boolean =>
  (hadOutage(row, at) && isLate(dueAt, at)) || (row.outageEndedAt !== null && isLate(dueAt, row.outageEndedAt))

/** Whether a time is so long past that a text of that time is not sent without asking. */
const isLate = (time: string, at: string): boolean => !isAfter(time, shift(at, -CAMPAIGN_LATE_MS))

/**
 * After an outage, holds the next recipients of a locked message who would have gotten it long ago, until a teammate
 * decides: those whose texts still wait for the carrier, those held until a time in the outage, and pending ones.
 * Returns whether there were any. Call it before the heartbeat is recorded, until there are none.
 */
export async function holdMissed(deps: GroupMessageDeps, tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  const { heartbeatAt } = row
  if (heartbeatAt === null || !hadOutage(row, tx.now())) return false
  const isChanged =
    (await restoreCancelled(tx, row)) ||
    (await withdrawMissed(deps, tx, row)) ||
    (await holdLate(tx, { ...row, heartbeatAt }))
  if (isChanged) return true
  if (await hasMissed(tx, row)) await recordMissed(tx, row)
  return false
}

/** Records that recipients of a message wait for a decision. */
export async function recordMissed(tx: TenantTx, row: GroupMessageRow): Promise<void> {
  if (row.missedAt === null) await setMessage(tx, row, { missedAt: tx.now() })
  await recordGroupMessageChanged(tx, row, null)
}

/** Texts per transaction, whose conversations are locked. */
const WITHDRAWN_BATCH = 50

/** Withdraws texts that were to reach the carrier long ago, and holds their recipients. */
async function withdrawMissed(deps: GroupMessageDeps, tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  await lockSendBudget(tx)
  const dueAt = sql<string>`coalesce(m.not_before, m.created_at)`
  const queued = await latestSent(tx, row.id)
    .where(IS_WITHDRAWABLE)
    .where(dueAt, '<=', shift(tx.now(), -CAMPAIGN_LATE_MS))
    .limit(WITHDRAWN_BATCH)
    .select(['m.id', dueAt.as('dueAt')])
    .execute()
  if (queued.length === 0) return false
  const ids = queued.map((message) => message.id)
  const withdrawn = new Set(await withdrawMessages(deps, tx, ids, 'missed'))
  await holdUnsentRecipients(
    tx,
    queued.flatMap(({ id: messageId, dueAt: until }) =>
      withdrawn.has(messageId) ? [{ messageId, reason: 'missed', until }] : [],
    ),
  )
  return withdrawn.size > 0
}

/**
 * Holds recipients who would have gotten the message in an outage: until a teammate decides, or if it was in their quiet
 * hours, until these end. No more than the daily limit allowed in that time: the others were not its turn.
 */
async function holdLate(tx: TenantTx, row: GroupMessageRow & { heartbeatAt: string }): Promise<boolean> {
  const at = tx.now()
  const { heartbeatAt } = row
  const recipients = sql`select * from group_recipients r
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id}`
  const paced = await findPaced(
    tx,
    row,
    sql`(${recipients} and r.state = 'held' and r.reason <> 'missed'
        and r.held_until <= ${shift(at, -CAMPAIGN_LATE_MS)}::timestamptz order by r.held_until limit ${BATCH})
      union all (${recipients} and r.state = 'pending' order by r.contact_id limit ${BATCH})`,
  )
  if (paced.length === 0) return false
  const settings = await readSendingSettings(tx)
  const hours = { ...settings, isMarketing: true }
  let left =
    settings.segmentsPerDay === null
      ? Number.POSITIVE_INFINITY
      : (await countSendable(tx, settings.segmentsPerDay, heartbeatAt, at)) -
        (await countMissedSince(tx, row, heartbeatAt))
  const results = new Map<string, RecipientResult>()
  for (const { id, phone, timeZone, heldUntil, ...hints } of paced) {
    const plannedAt = heldUntil !== null && isAfter(heldUntil, heartbeatAt) ? heldUntil : heartbeatAt
    const region = contactRegion(phone, timeZone, hints)
    const until = nextSendTime(region, hours, plannedAt)
    if (!isLate(until, at)) {
      const holiday = findHoliday(region, hours, plannedAt, until) ?? undefined
      results.set(id, { state: 'held', reason: 'quiet-hours', until, holiday })
    } else if (left-- > 0) results.set(id, { state: 'held', reason: 'missed', until })
  }
  if (results.size > 0) await updateRecipients(tx, row.id, results)
  return results.size > 0
}

/** How many recipients were held for a decision since a time. */
async function countMissedSince(tx: TenantTx, { id }: GroupMessageRow, since: string): Promise<number> {
  const { n } = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', id)
    .where('state', '=', 'held')
    .where(sql<boolean>`reason = 'missed'`)
    .where('handledAt', '>', since)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
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
