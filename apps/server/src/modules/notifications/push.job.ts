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
import { findVisibleFacts } from '../conversations/index.ts'
import { PUSH_TO_DEVICE, pushKey } from './close.ts'
import type { NotificationDeps, PushTarget } from './deps.ts'
import { countUnreadOf } from './list.ts'
import { findMember, type Member, maySee } from './members.ts'
import { alertBody } from './notification-texts.ts'

const SHOW_SECONDS = 4 * 60 * 60
const CLOSE_SECONDS = 24 * 60 * 60
/** A message can be long; a push holds 4 kB. */
const BODY_MAX = 300
/** Tried again for about half an hour; an alert that old helps nobody. */
const FAILURES_MAX = 7
const FIRST_PAUSE_MS = 8000
/** Jitter, so that pushes deferred by an open breaker don't all run at once. */
const SPREAD_MS = 10_000
/**
 * A subscription is removed after this much time and this many failures in a row; outages of push services are shorter.
 */
const FORGET_AFTER_MS = 3 * 24 * 60 * 60_000
const FORGET_AFTER_FAILURES = 10

const Payload = z.object({
  tenantId: z.uuid(),
  deviceId: z.uuid(),
  /** null: about the team. */
  conversationId: z.uuid().nullable(),
  notificationId: z.uuid().optional(),
  what: z.enum(['show', 'close', 'test']),
  failures: z.int().default(0),
})
type Payload = z.infer<typeof Payload>

interface Planned {
  target: PushTarget
  payload: PushPayload
}

/** Decides at the last moment whether there still is something to tell. Safe to run twice: an alert replaces its like. */
export const pushToDevice = defineJob({
  name: PUSH_TO_DEVICE,
  lane: 'push',
  payload: Payload,
  run: async (deps: NotificationDeps, job) => {
    const planned = await deps.inTenant(job, (tx) => plan(deps, tx, job))
    if (!planned) return
    const { target, payload } = planned
    const outcome = await deps.pushService
      .send(target, JSON.stringify(payload), {
        topic: payload.tag.slice(-32),
        ttlSeconds: payload.type === 'show' ? SHOW_SECONDS : CLOSE_SECONDS,
      })
      .catch((error: Error) => {
        if (error instanceof HostUnavailable) return error
        deps.log.warn({ err: error, host: new URL(target.endpoint).host }, 'a push service was not reached')
        return 'failed' as const
      })
    await deps.inTenant(job, (tx) => settle(deps, tx, job, outcome))
  },
})

async function plan(deps: NotificationDeps, tx: TenantTx, job: Payload): Promise<Planned | null> {
  const device = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', job.deviceId)
    .select(['userId', 'sessionId', 'endpoint', 'p256dh', 'auth', 'isMobile'])
    .executeTakeFirst()
  if (!device || !(await isSignedIn(tx, device.sessionId))) return null
  const member = await findMember(tx, device.userId)
  if (!member) return null
  const { endpoint, p256dh, auth } = device
  const target = { endpoint, p256dh, auth }
  const badge = (await countUnreadOf(tx, [member])).get(device.userId) ?? 0
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
  const shown = await findShowable(deps, tx, member, job, device.isMobile)
  if (!shown) return null
  const body = alertBody(shown).slice(0, BODY_MAX)
  return {
    target,
    payload: {
      type: 'show',
      title: shown.title,
      body,
      tag,
      url: job.conversationId
        ? `/conversations/${tag}`
        : shown.kind === 'conversation-assigned'
          ? '/conversations?to=me'
          : '/team',
      badge,
    },
  }
}

/** Still unread, still visible, still wanted, and not in quiet hours. */
async function findShowable(deps: NotificationDeps, tx: TenantTx, member: Member, job: Payload, isMobile: boolean) {
  const row =
    job.notificationId &&
    (await tx
      .selectFrom('notifications')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', job.notificationId)
      .where('readAt', 'is', null)
      .select(['kind', 'title', 'body', 'count', 'conversationId'])
      .executeTakeFirst())
  if (!row) return null
  if (job.conversationId !== null) {
    const facts = await findVisibleFacts(tx, null, job.conversationId)
    if (!facts || !maySee(member, facts)) return null
  }
  const isWanted = notificationRules.isOn(
    member.settings,
    isMobile ? 'mobile-app' : 'desktop',
    row.kind as NotificationKind,
  )
  return isWanted && notificationRules.quietUntil(member.preferences, deps.now()) === null ? row : null
}

/** Who has signed out there is no longer told anything. */
const isSignedIn = async (tx: TenantTx, sessionId: string) =>
  (await tx
    .selectFrom('directory.sessions')
    .where('id', '=', sessionId)
    .where('tenantId', '=', tx.tenantId)
    .where('revokedAt', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

async function settle(
  deps: NotificationDeps,
  tx: TenantTx,
  job: Payload,
  outcome: 'sent' | 'gone' | 'failed' | HostUnavailable,
): Promise<void> {
  if (outcome === 'failed' || outcome instanceof HostUnavailable) {
    const isForgotten = await recordFailure(deps, tx, job.deviceId)
    if (isForgotten || job.what === 'test' || job.failures >= FAILURES_MAX) return
    const failures = job.failures + 1
    const pauseMs = FIRST_PAUSE_MS * 2 ** failures
    return enqueue(tx, {
      identifier: PUSH_TO_DEVICE,
      payload: { ...job, failures },
      jobKey: pushKey(job.deviceId, { id: job.notificationId ?? 'test', conversationId: job.conversationId }),
      runAt:
        outcome === 'failed'
          ? shift(deps.now(), pauseMs)
          : shift(outcome.retryAt, Math.floor(Math.random() * SPREAD_MS)),
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
  if (!device?.failingSince || device.failures < FORGET_AFTER_FAILURES) return false
  if (isAfter(device.failingSince, shift(now, -FORGET_AFTER_MS))) return false
  await removeSubscription(tx, deviceId)
  deps.log.info({ deviceId }, 'removed a device that was unreachable for days')
  return true
}

const removeSubscription = (tx: TenantTx, deviceId: string) =>
  tx.deleteFrom('pushSubscriptions').where('tenantId', '=', tx.tenantId).where('id', '=', deviceId).execute()
