import { DIGEST_AFTER_MS, DIGEST_EVERY_MS, notificationRules } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { queueMail, renderEmail } from '../mail/index.ts'
import type { NotificationDeps } from './deps.ts'
import { isNotificationVisible } from './list.ts'
import { findMember, type Member } from './members.ts'
import { digestLine, digestSubject } from './notification-texts.ts'

const SEND_DIGEST = 'send-notification-digest'

/** Digests run at multiples of this, so that many messages share one job and none postpones it indefinitely. */
const INTERVAL_MS = 5 * 60_000
/** Users seen within this time count as online, where the unread badge is enough. */
const ONLINE_MS = 3 * 60_000
const MAX_LINES = 8

const digestJobAt = (tenantId: string, userId: string, earliest: string): JobSpec & { jobKey: string } => {
  const runAt = Math.ceil(Temporal.Instant.from(earliest).epochMilliseconds / INTERVAL_MS) * INTERVAL_MS
  return {
    identifier: SEND_DIGEST,
    payload: { tenantId, userId },
    jobKey: `digest:${userId}:${runAt}`,
    runAt: Temporal.Instant.fromEpochMilliseconds(runAt).toString(),
  }
}

export const digestJob = (tenantId: string, userId: string, at: string) =>
  digestJobAt(tenantId, userId, shift(at, DIGEST_AFTER_MS))

type UnmailedRow = Awaited<ReturnType<typeof findUnmailed>>[number]

/**
 * Emails a user all unread notifications that they may see and want by email, once the oldest has waited for a while.
 * Deferred while they are online or in quiet hours, and to at most one an hour. Safe to run twice: mailed rows are
 * marked.
 */
export const sendDigest = defineJob({
  name: SEND_DIGEST,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  run: (deps: NotificationDeps, { tenantId, userId }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const at = deps.now()
      const member = await findMember(tx, userId)
      const unmailed = member ? await findUnmailed(tx, member) : []
      const due = unmailed.filter(({ updatedAt }) => !isAfter(updatedAt, shift(at, -DIGEST_AFTER_MS)))
      if (!member || unmailed.length === 0) return
      const deferredUntil = due.length === 0 ? shift(at, DIGEST_AFTER_MS) : await findDeferral(tx, member, at)
      if (deferredUntil) return enqueue(tx, digestJobAt(tenantId, userId, deferredUntil))

      await tx
        .updateTable('notifications')
        .set({ mailedAt: at })
        .where('tenantId', '=', tx.tenantId)
        .where(
          'id',
          'in',
          unmailed.map(({ id }) => id),
        )
        .execute()
      await tx
        .insertInto('notificationDigests')
        .values({ tenantId: tx.tenantId, userId, sentAt: at })
        .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet({ sentAt: at }))
        .execute()
      const mail = digestEmail(unmailed, deps.publicUrl())
      await queueMail(tx, { to: member.email, mail, memberId: userId, at })
    }),
})

async function findUnmailed(tx: TenantTx, member: Member) {
  const rows = await tx
    .selectFrom('notifications as n')
    .leftJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'n.conversationId'),
    )
    .where('n.tenantId', '=', tx.tenantId)
    .where('n.userId', '=', member.viewer.userId)
    .where('n.readAt', 'is', null)
    .where('n.mailedAt', 'is', null)
    .where(isNotificationVisible(tx, member.viewer))
    .select(['n.id', 'n.kind', 'n.conversationId', 'n.title', 'n.body', 'n.count', 'n.updatedAt'])
    .orderBy('n.updatedAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(200)
    .forNoKeyUpdate('n')
    .execute()
  return rows.filter(({ kind }) => notificationRules.isOn(member.settings, 'email', kind))
}

/** Returns when to try again, or null to send now. */
async function findDeferral(tx: TenantTx, member: Member, at: string): Promise<string | null> {
  const { lastSeenAt, preferences, viewer } = member
  if (lastSeenAt && isAfter(lastSeenAt, shift(at, -ONLINE_MS))) return shift(at, DIGEST_AFTER_MS)
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

function digestEmail(unmailed: UnmailedRow[], publicUrl: string) {
  const subject = digestSubject(unmailed)
  const omitted = unmailed.length - MAX_LINES
  return renderEmail({
    subject,
    heading: subject,
    lines: [...unmailed.slice(0, MAX_LINES).map(digestLine), ...(omitted > 0 ? [`And ${omitted} more.`] : [])],
    action: { label: 'Open Frontdesk', url: `${publicUrl}/notifications` },
    closing: [
      `We send this at most once an hour. Change your notification settings: ${publicUrl}/settings/notification-settings`,
    ],
  })
}
