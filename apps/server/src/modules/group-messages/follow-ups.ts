import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type GroupMessageRow, IS_NOT_MISSED, lockGroupMessage } from './rows.ts'
import { sendGroupMessageSpec } from './send-spec.ts'

const HOUR_MS = 3_600_000

export interface FollowUpText {
  delayHours: number
  body: string
}

/**
 * Adds the texts that follow a campaign's first one, each as a message of its own. Their recipients are added as the
 * text before is sent to them, so a sequence ends for everyone who gets none.
 */
export async function addFollowUps(tx: TenantTx, row: GroupMessageRow, texts: readonly FollowUpText[]): Promise<void> {
  if (texts.length === 0) return
  const { tenantId, kind, groupName, locationId, authorUserId, author, startedAt, campaignId } = row
  await tx
    .insertInto('groupMessages')
    .values(
      texts.map(({ delayHours, body }, index) => ({
        tenantId,
        id: crypto.randomUUID(),
        kind,
        groupName,
        locationId,
        body,
        authorUserId,
        author,
        total: 0,
        startedAt,
        campaignId,
        step: index + 1,
        delayHours,
      })),
    )
    .execute()
}

/** The text that follows in the campaign, locked; undefined if there is none, or it was stopped. */
export async function lockNextStep(tx: TenantTx, row: GroupMessageRow): Promise<GroupMessageRow | undefined> {
  if (row.campaignId === null) return undefined
  const next = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', row.campaignId)
    .where('step', '=', row.step + 1)
    .where('state', 'in', ['running', 'paused'])
    .select('id')
    .executeTakeFirst()
  return next && (await lockGroupMessage(tx, next.id))
}

/** Holds the next text for contacts who were just sent the one before. */
export async function scheduleNextStep(
  tx: TenantTx,
  next: GroupMessageRow | undefined,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0 || !next || next.delayHours === null) return
  const due = shift(tx.now(), next.delayHours * HOUR_MS)
  const earliest = await findEarliestHeld(tx, next.id)
  const { rows } = await sql`
    insert into group_recipients (tenant_id, group_message_id, contact_id, state, reason, held_until)
    select ${tx.tenantId}::uuid, ${next.id}::uuid, w.id, 'held', 'scheduled', ${due}::timestamptz
    from unnest(${[...contactIds]}::uuid[]) as w (id) on conflict do nothing returning 1`.execute(tx)
  // The job waits for the earliest recipient by itself. Enqueued for a later time it would replace one that is due,
  // such as that of a message which was just resumed.
  const isNext = next.state === 'running' && (earliest === null || earliest > due)
  await tx
    .updateTable('groupMessages')
    .set({ total: next.total + rows.length, ...(isNext && { heartbeatAt: tx.now() }) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', next.id)
    .execute()
  if (isNext) await enqueue(tx, sendGroupMessageSpec(tx.tenantId, next.id))
}

/** Whether recipients may still be added to a message, because a text before it is not finished. */
export async function awaitsEarlierStep(tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  if (row.campaignId === null || row.step === 0) return false
  const earlier = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', row.campaignId)
    .where('step', '<', row.step)
    .where('state', 'in', ['running', 'paused'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** When the next held recipient is due; null if none is held, except for a decision. */
export async function findEarliestHeld(tx: TenantTx, groupMessageId: string): Promise<string | null> {
  const held = await tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .where('state', '=', 'held')
    .where(IS_NOT_MISSED)
    .orderBy('heldUntil')
    .limit(1)
    .select('heldUntil')
    .executeTakeFirst()
  return held?.heldUntil ?? null
}

/** Recipients per transaction. */
const RESTORE_BATCH = 1000

/**
 * Makes cancelled recipients of a resumed message pending again. Recipients of a follow-up wait as long as if it had
 * not been stopped. Returns whether there were any.
 */
export async function restoreCancelled(tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  const { campaignId, step, delayHours } = row
  const { rows } = await sql<{ id: string }>`
    update group_recipients r set state = 'pending', reason = null, handled_at = null
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.state = 'cancelled' and r.contact_id = any(array(
      select o.contact_id from group_recipients o
      where o.tenant_id = ${tx.tenantId} and o.group_message_id = ${row.id} and o.state = 'cancelled' limit ${RESTORE_BATCH}
    )) returning r.contact_id as id`.execute(tx)
  if (rows.length === 0 || step === 0) return rows.length > 0
  const ids = rows.map(({ id }) => id)
  await sql`
    update group_recipients r set state = 'held', reason = 'scheduled',
      held_until = coalesce((
        select f.handled_at from group_messages g
        join group_recipients f on f.tenant_id = ${tx.tenantId} and f.group_message_id = g.id
        where g.tenant_id = ${tx.tenantId} and g.campaign_id = ${campaignId}::uuid and g.step = ${step - 1}
          and f.contact_id = r.contact_id limit 1
      ), ${tx.now()}::timestamptz) + make_interval(hours => ${delayHours}::int)
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.contact_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return true
}
