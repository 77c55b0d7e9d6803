import {
  type NotificationKind,
  notificationRules,
  notificationTag,
  type PushPayload,
  toSid,
} from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { liveSessions } from '../accounts/index.ts'
import { findVisibleBookings } from '../bookings/index.ts'
import { findCampaign } from '../campaigns/index.ts'
import { findVisibleScope } from '../conversations/index.ts'
import { findVisiblePayments } from '../payment-documents/index.ts'
import type { NotificationDeps, PushTarget } from './deps.ts'
import { PUSH_TO_DEVICE, pushJobKey } from './dismiss-alerts.ts'
import { countUnreadByUser } from './list.ts'
import { findMember, type Member, maySee, seesPayouts } from './members.ts'
import { alertBody } from './notification-texts.ts'

const SHOW_SECONDS = 4 * 60 * 60
const CLOSE_SECONDS = 24 * 60 * 60
/** Keeps the encrypted payload below the 4 kB limit of push services. */
const MAX_BODY_LENGTH = 300
/** Retries last about half an hour; an alert older than that is of no use. */
const MAX_FAILURES = 7
const BACKOFF_BASE_MS = 8000
/** Jitter, so that pushes deferred by an open circuit breaker don't all run at once. */
const JITTER_MS = 10_000
/**
 * A subscription is removed after this much time and this many failures in a row; outages of push services are shorter.
 */
const REMOVE_AFTER_MS = 3 * 24 * 60 * 60_000
const REMOVE_AFTER_FAILURES = 10

const Payload = z.object({
  tenantId: z.uuid(),
  deviceId: z.uuid(),
  /** Null for notifications about the team. */
  conversationId: z.uuid().nullable(),
  notificationId: z.uuid().optional(),
  what: z.enum(['show', 'close', 'test']),
  failures: z.int().default(0),
})
type Payload = z.infer<typeof Payload>

interface PreparedPush {
  target: PushTarget
  payload: PushPayload
}

/**
 * Re-checks at send time whether the alert still applies. Safe to run twice: an alert replaces the one with its tag.
 */
export const pushToDevice = defineJob({
  name: PUSH_TO_DEVICE,
  lane: 'push',
  payload: Payload,
  run: async (deps: NotificationDeps, job) => {
    const prepared = await deps.inTenant(job, (tx) => preparePush(deps, tx, job))
    if (!prepared) return
    const { target, payload } = prepared
    const outcome = await deps.pushService
      .send(target, JSON.stringify(payload), {
        topic: payload.tag.slice(-32),
        ttlSeconds: payload.type === 'show' ? SHOW_SECONDS : CLOSE_SECONDS,
      })
      .catch((error: Error) => {
        if (error instanceof HostUnavailable) return error
        deps.log.warn({ err: error, host: new URL(target.endpoint).host }, 'push service request failed')
        return 'failed' as const
      })
    await deps.inTenant(job, (tx) => recordOutcome(deps, tx, job, outcome))
  },
})

async function preparePush(deps: NotificationDeps, tx: TenantTx, job: Payload): Promise<PreparedPush | null> {
  const device = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', job.deviceId)
    .select(['userId', 'sessionId', 'endpoint', 'p256dh', 'auth', 'isMobile'])
    .executeTakeFirst()
  if (!device || !(await isSignedIn(tx, device.sessionId, deps.now()))) return null
  const member = await findMember(tx, device.userId)
  if (!member) return null
  const { endpoint, p256dh, auth } = device
  const target = { endpoint, p256dh, auth }
  const badge = (await countUnreadByUser(tx, [member])).get(device.userId) ?? 0
  if (job.what === 'test') {
    const body = 'Notifications work on this device.'
    return {
      target,
      payload: { type: 'show', title: 'Frontdesk', body, tag: 'test', url: '/settings/devices', badge },
    }
  }
  const tag = notificationTag({
    conversationSid: job.conversationId && toSid('CH', job.conversationId),
    notificationID: job.notificationId ?? '',
  })
  if (job.what === 'close') return { target, payload: { type: 'close', tag, badge } }
  const notification = await findPushable(deps, tx, member, job, device.isMobile)
  if (!notification) return null
  const body = alertBody(notification).slice(0, MAX_BODY_LENGTH)
  return {
    target,
    payload: {
      type: 'show',
      title: notification.title,
      body,
      tag,
      url: job.conversationId ? `/conversations/${tag}` : pathOf(notification),
      badge,
    },
  }
}

/** The page of a notification without a conversation. */
function pathOf({
  kind,
  bookingId,
  paymentId,
  campaignId,
}: {
  kind: NotificationKind
  bookingId: string | null
  paymentId: string | null
  campaignId: string | null
}): string {
  if (campaignId) return `/marketing/campaign-metrics/${campaignId}`
  if (paymentId) return `/payments/${paymentId}`
  if (kind === 'payout-failed') return '/settings/payments-settings'
  if (bookingId) return `/bookings?booking=${bookingId}`
  if (kind === 'conversation-assigned') return '/conversations?to=me'
  return kind === 'calendar-broken' ? '/bookings/availability' : '/team'
}

/** Finds the notification if it is still unread, visible and enabled, and the user is not in quiet hours. */
async function findPushable(deps: NotificationDeps, tx: TenantTx, member: Member, job: Payload, isMobile: boolean) {
  const row =
    job.notificationId &&
    (await tx
      .selectFrom('notifications')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', job.notificationId)
      // Someone else may have signed in on the device since.
      .where('userId', '=', member.viewer.userId)
      .where('readAt', 'is', null)
      .select(['kind', 'title', 'body', 'count', 'conversationId', 'bookingId', 'paymentId', 'campaignId'])
      .executeTakeFirst())
  if (!row) return null
  if (job.conversationId !== null) {
    const scope = await findVisibleScope(tx, null, job.conversationId)
    if (!scope || !maySee(member, scope)) return null
  }
  const { viewer } = member
  if (row.kind === 'payout-failed' && !seesPayouts(viewer)) return null
  if (row.bookingId && (await findVisibleBookings(tx, viewer, [row.bookingId])).size === 0) return null
  if (row.paymentId && (await findVisiblePayments(tx, viewer, [row.paymentId])).size === 0) return null
  if (row.campaignId && !(await findCampaign(tx, viewer, row.campaignId))) return null
  const isEnabled = notificationRules.isOn(member.settings, isMobile ? 'mobile-app' : 'desktop', row.kind)
  return isEnabled && notificationRules.quietUntil(member.preferences, deps.now()) === null ? row : null
}

/** Devices get no pushes once their session has ended or expired. */
const isSignedIn = async (tx: TenantTx, sessionId: string, now: string) =>
  (await liveSessions(tx, now)
    .where('s.id', '=', sessionId)
    .where('s.tenantId', '=', tx.tenantId)
    .select('s.id')
    .executeTakeFirst()) !== undefined

async function recordOutcome(
  deps: NotificationDeps,
  tx: TenantTx,
  job: Payload,
  outcome: 'sent' | 'gone' | 'failed' | HostUnavailable,
): Promise<void> {
  if (outcome === 'failed' || outcome instanceof HostUnavailable) {
    const isRemoved = await recordFailure(deps, tx, job.deviceId)
    if (isRemoved || job.what === 'test' || job.failures >= MAX_FAILURES) return
    const failures = job.failures + 1
    const backoffMs = BACKOFF_BASE_MS * 2 ** failures
    return enqueue(tx, {
      identifier: PUSH_TO_DEVICE,
      payload: { ...job, failures },
      jobKey: pushJobKey(job.deviceId, { id: job.notificationId ?? 'test', conversationId: job.conversationId }),
      runAt:
        outcome === 'failed'
          ? shift(deps.now(), backoffMs)
          : shift(outcome.retryAt, Math.floor(Math.random() * JITTER_MS)),
    })
  }
  if (outcome === 'gone') {
    await removeSubscription(tx, job.deviceId)
    return
  }
  const at = deps.now()
  await tx
    .updateTable('pushSubscriptions')
    .set({ failures: 0, failingSince: null, ...(job.what !== 'close' && { lastPushAt: at }) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', job.deviceId)
    .execute()
  if (job.what === 'show' && job.notificationId) {
    await tx
      .updateTable('notifications')
      .set({ pushedAt: at })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', job.notificationId)
      .execute()
  }
}

/** Counts a failure, and removes the device once it has been unreachable for days. Returns whether it was removed. */
async function recordFailure(deps: NotificationDeps, tx: TenantTx, deviceId: string): Promise<boolean> {
  const now = deps.now()
  const device = await tx
    .updateTable('pushSubscriptions')
    .set((row) => ({
      failures: row('failures', '+', 1),
      failingSince: row.fn.coalesce('failingSince', row.val(now)),
    }))
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', deviceId)
    .returning(['failures', 'failingSince'])
    .executeTakeFirst()
  if (!device?.failingSince || device.failures < REMOVE_AFTER_FAILURES) return false
  if (isAfter(device.failingSince, shift(now, -REMOVE_AFTER_MS))) return false
  await removeSubscription(tx, deviceId)
  deps.log.info({ deviceId }, 'removed a push device unreachable for days')
  return true
}

const removeSubscription = (tx: TenantTx, deviceId: string) =>
  tx.deleteFrom('pushSubscriptions').where('tenantId', '=', tx.tenantId).where('id', '=', deviceId).execute()
