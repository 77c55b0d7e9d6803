import { type NotificationChannel, notificationRules, QUIET_AFTER_MS, toSid } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ownRoom } from '../visibility/index.ts'
import type { Cleared, Removed } from './clear-notifications.ts'
import type { NotificationDeps } from './deps.ts'
import { digestJob } from './digest.job.ts'
import { PUSH_TO_DEVICE, pushJobKey, queueDismissals } from './dismiss-alerts.ts'
import { countUnreadByUser, type StoredNotification } from './list.ts'
import type { Member } from './members.ts'

/** Delay in which a user at an open screen can read the message, so that their phone stays silent. */
const PUSH_AFTER_MS = 1500

/** Keys of the digests this process has enqueued already, so that a burst of texts enqueues one; emptied when full. */
const queuedDigests = new Set<string>()
const QUEUED_DIGESTS_MAX = 10_000

/** Publishes the new unread counts to open screens, and dismisses alerts that were read elsewhere. */
export async function publishCounts(
  deps: NotificationDeps,
  tx: TenantTx,
  members: Member[],
  { stored, cleared, removed }: { stored: StoredNotification[]; cleared: Cleared[]; removed: Removed },
): Promise<void> {
  const affectedUserIds = new Set([...[...stored, ...cleared].map(({ userId }) => userId), ...removed.userIds])
  if (affectedUserIds.size === 0) return
  const affectedMembers = members.filter(({ viewer }) => affectedUserIds.has(viewer.userId))
  const counts = await countUnreadByUser(tx, affectedMembers)
  const at = deps.now()
  const read = Map.groupBy(cleared, ({ userId }) => userId)
  tx.afterCommit(() => {
    for (const userId of affectedUserIds) {
      deps.push(tx.tenantId, [ownRoom(userId)], {
        type: 'notifications.changed',
        id: null,
        at,
        unreadCount: counts.get(userId) ?? 0,
        readSids: [
          ...(read.get(userId) ?? []).flatMap(({ conversationId }) =>
            conversationId ? toSid('CH', conversationId) : [],
          ),
          ...(removed.sids.get(userId) ?? []),
        ],
      })
    }
  })
  for (const [userId, userRows] of read) {
    await queueDismissals(
      tx,
      userId,
      userRows.filter(({ pushedAt }) => pushedAt !== null),
    )
  }
}

/** Queues a push after a short delay, and a later digest of unread messages. */
export async function queueDelivery(
  deps: NotificationDeps,
  tx: TenantTx,
  members: Member[],
  stored: StoredNotification[],
): Promise<void> {
  if (stored.length === 0) return
  const at = deps.now()
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', 'in', [...new Set(stored.map(({ userId }) => userId))])
    .select(['id', 'userId', 'isMobile'])
    .execute()
  const specs: JobSpec[] = []
  const digests: ReturnType<typeof digestJob>[] = []
  // Late events, after an outage, are listed and emailed but not pushed.
  const pushableSince = shift(at, -QUIET_AFTER_MS)
  for (const [userId, userRows] of Map.groupBy(stored, (row) => row.userId)) {
    const member = members.find(({ viewer }) => viewer.userId === userId)
    if (!member) continue
    const isEnabled = (channel: NotificationChannel, { kind }: StoredNotification) =>
      notificationRules.isOn(member.settings, channel, kind)
    const isQuiet = notificationRules.quietUntil(member.preferences, at) !== null
    for (const device of isQuiet ? [] : devices.filter((candidate) => candidate.userId === userId)) {
      const channel = device.isMobile ? 'mobile-app' : 'desktop'
      for (const row of userRows) {
        if (isAfter(pushableSince, row.updatedAt) || !isEnabled(channel, row)) continue
        specs.push({
          identifier: PUSH_TO_DEVICE,
          payload: {
            tenantId: tx.tenantId,
            deviceId: device.id,
            conversationId: row.conversationId,
            what: 'show',
            notificationId: row.id,
          },
          jobKey: pushJobKey(device.id, row),
          runAt: shift(at, PUSH_AFTER_MS),
          maxAttempts: 6,
        })
      }
    }
    if (userRows.some((row) => isEnabled('email', row))) digests.push(digestJob(tx.tenantId, userId, at))
  }
  const newDigests = digests.filter(({ jobKey }) => !queuedDigests.has(jobKey))
  const unique = new Map([...specs, ...newDigests].map((spec) => [spec.jobKey, spec]))
  if (unique.size > 0) await enqueue(tx, ...unique.values())
  tx.afterCommit(() => {
    if (queuedDigests.size > QUEUED_DIGESTS_MAX) queuedDigests.clear()
    for (const { jobKey } of newDigests) queuedDigests.add(jobKey)
  })
}
