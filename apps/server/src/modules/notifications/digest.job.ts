import { DIGEST_AFTER_MS, DIGEST_EVERY_MS, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { letter, queueMail } from '../mail/index.ts'
import type { NotificationDeps } from './deps.ts'
import { findMember, type Member, maySeeNews } from './members.ts'
import { digestLine, digestSubject } from './notification-texts.ts'

const SEND_DIGEST = 'send-notification-digest'

/** Looks are gathered on marks this far apart: many messages ask for one look, and none puts it off for ever. */
const MARK_MS = 5 * 60_000
/** Who was there within this time has the number on their screen. */
const PRESENT_MS = 3 * 60_000
const LINES_MAX = 8

const lookAt = (tenantId: string, userId: string, earliest: string): JobSpec & { jobKey: string } => {
  const mark = Math.ceil(Temporal.Instant.from(earliest).epochMilliseconds / MARK_MS) * MARK_MS
  return {
    identifier: SEND_DIGEST,
    payload: { tenantId, userId },
    jobKey: `digest:${userId}:${mark}`,
    runAt: Temporal.Instant.fromEpochMilliseconds(mark).toString(),
  }
}

export const digestSpec = (tenantId: string, userId: string, at: string) =>
  lookAt(tenantId, userId, shift(at, DIGEST_AFTER_MS))

interface WaitingRow {
  id: string
  kind: string
  conversationId: string | null
  title: string
  body: string
  count: number
  updatedAt: string
  locationId: string | null
  toUserId: string | null
}

/**
 * One mail of all that waits: only what is unread for a while, what its reader may see, and what they want by mail; never
 * while they are there, in their quiet hours or twice an hour. Safe to run twice: what was mailed is marked.
 */
export const sendDigest = defineJob({
  name: SEND_DIGEST,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  run: (deps: NotificationDeps, { tenantId, userId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const at = deps.now()
      const member = await findMember(tx, userId)
      const waiting = member ? await findWaiting(tx, member) : []
      const due = waiting.filter(({ updatedAt }) => !isAfter(updatedAt, shift(at, -DIGEST_AFTER_MS)))
      if (!member || waiting.length === 0) return
      const later = due.length === 0 ? shift(at, DIGEST_AFTER_MS) : await mustWaitUntil(tx, member, at)
      if (later) return enqueue(tx, lookAt(tenantId, userId, later))

      await tx
        .updateTable('notifications')
        .set({ mailedAt: at })
        .where('tenantId', '=', tx.tenantId)
        .where(
          'id',
          'in',
          waiting.map(({ id }) => id),
        )
        .execute()
      await tx
        .insertInto('notificationDigests')
        .values({ tenantId: tx.tenantId, userId, sentAt: at })
        .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ sentAt: at }))
        .execute()
      await queueMail(tx, { to: member.email, mail: write(waiting, deps.publicUrl()), at })
    }),
})

async function findWaiting(tx: TenantTx, member: Member): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select n.id, n.kind, n.conversation_id, n.title, n.body, n.count, n.updated_at, c.location_id, c.to_user_id
    from notifications n left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = n.conversation_id
    where n.tenant_id = ${tx.tenantId} and n.user_id = ${member.viewer.userId}
      and n.read_at is null and n.mailed_at is null
    order by n.updated_at desc, n.id desc limit 200 for no key update of n`.execute(tx)
  return rows.filter(
    (row) => maySeeNews(member, row) && notificationRules.isOn(member.settings, 'email', row.kind as NotificationKind),
  )
}

/** Null: now is a good time. */
async function mustWaitUntil(tx: TenantTx, member: Member, at: string): Promise<string | null> {
  const { lastSeenAt, preferences, viewer } = member
  if (lastSeenAt && isAfter(lastSeenAt, shift(at, -PRESENT_MS))) return shift(at, DIGEST_AFTER_MS)
  const quietUntil = notificationRules.quietUntil(preferences, at)
  if (quietUntil) return quietUntil
  const last = await tx
    .selectFrom('notificationDigests')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', viewer.userId)
    .select('sentAt')
    .executeTakeFirst()
  const next = last && shift(last.sentAt, DIGEST_EVERY_MS)
  return next && isAfter(next, at) ? next : null
}

function write(waiting: WaitingRow[], publicUrl: string) {
  const subject = digestSubject(waiting)
  const rest = waiting.length - LINES_MAX
  return letter({
    subject,
    heading: subject,
    lines: [...waiting.slice(0, LINES_MAX).map(digestLine), ...(rest > 0 ? [`And ${rest} more.`] : [])],
    action: { label: 'Open Frontdesk', url: `${publicUrl}/notifications` },
    closing: [
      `We send this at most once an hour. Change your notification settings: ${publicUrl}/settings/notification-settings`,
    ],
  })
}
