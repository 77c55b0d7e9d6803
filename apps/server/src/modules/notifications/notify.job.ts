import {
  type NotificationChannel,
  type NotificationKind,
  notificationRules,
  QUIET_AFTER_MS,
  toSid,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { DELETION_CONFLICTS, retryOnDeadlock } from '../../platform/database/deadlock.ts'
import type { Row } from '../../platform/database/row.ts'
import type { EventOf } from '../../platform/events/define-event.ts'
import { subscribeInBatches } from '../../platform/events/dispatcher.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { memberJoined } from '../accounts/events.ts'
import {
  conversationAssigned,
  conversationDeleted,
  conversationLeft,
  conversationRead,
} from '../conversations/events.ts'
import { conversationMerged } from '../merging/events.ts'
import {
  messageDeleted,
  messageDeliveryChanged,
  messageFailureDismissed,
  messageReceived,
  noteDeleted,
} from '../messages/events.ts'
import { noteAdded, noteEdited } from '../notes/events.ts'
import { ownRoom } from '../visibility/index.ts'
import { findBulkAssignments, storeBulkAssigned } from './bulk-assigned.ts'
import type { NotificationDeps } from './deps.ts'
import { digestJob } from './digest.job.ts'
import { PUSH_TO_DEVICE, pushJobKey, queueDismissals } from './dismiss-alerts.ts'
import { countUnreadByUser, STORED_COLUMNS, type StoredNotification } from './list.ts'
import { storeMemberJoined } from './member-joined.ts'
import { findMembers, type Member, maySee } from './members.ts'

const NOTIFY = 'notify'

/** Delay in which a user at an open screen can read the message, so that their phone stays silent. */
const PUSH_AFTER_MS = 1500

/** Events that create or clear notifications. */
const HANDLED_EVENTS = [
  messageReceived,
  messageDeliveryChanged,
  messageFailureDismissed,
  messageDeleted,
  noteAdded,
  noteEdited,
  noteDeleted,
  conversationRead,
  conversationAssigned,
  conversationMerged,
  conversationLeft,
  conversationDeleted,
  memberJoined,
]
type HandledEvent = EventOf<(typeof HANDLED_EVENTS)[number]>

const ConversationEvent = z.object({
  type: z.enum(HANDLED_EVENTS.map(({ type }) => type)),
  conversationId: z.uuid().nullable(),
  messageId: z.uuid().nullable(),
  actorUserId: z.uuid().nullable(),
  locationId: z.uuid().nullish(),
  toUserId: z.uuid().nullish(),
  at: z.string(),
  bulkActionId: z.uuid().nullish(),
  /** A failed message is being retried. */
  isRetry: z.boolean().default(false),
})
type AnyEvent = z.infer<typeof ConversationEvent>
type ConversationEvent = AnyEvent & { conversationId: string }

/** Enqueues one job per tenant and batch of events. */
export const notificationSubscription = subscribeInBatches(HANDLED_EVENTS, (events) =>
  [...Map.groupBy(events.filter(isRelevant), ({ tenantId }) => tenantId)].map(([tenantId, tenantEvents]) => ({
    identifier: NOTIFY,
    payload: {
      tenantId,
      events: tenantEvents.map((event) => ({
        type: event.type,
        conversationId: event.conversationId,
        messageId: event.messageId,
        actorUserId: event.actorUserId,
        // The conversation's row is gone, so its visibility scope comes from the event.
        ...(event.type === 'conversation.deleted' && { locationId: event.locationId, toUserId: event.toUserId }),
        at: event.at,
        isRetry: isRetry(event),
        bulkActionId: event.type === 'conversation.assigned' ? (event.data.bulkActionId ?? null) : null,
      })),
    },
  })),
)

/** Requeued because a person retried it, not because the carrier was unavailable. */
const isRetry = (event: HandledEvent): boolean =>
  event.type === 'message.delivery-changed' && event.data.status === 'queued' && !event.data.isReturn

function isRelevant(event: HandledEvent): boolean {
  if (event.type === 'member.joined') return true
  if (!event.conversationId) return false
  if (event.type === 'message.delivery-changed')
    return event.data.status === 'failed' || event.data.status === 'undelivered' || isRetry(event)
  return event.type !== 'message.received' || !event.data.isBlocked
}

type Subject = Pick<Row<'conversations'>, 'locationId' | 'toUserId' | 'isBlocked' | 'unreadMessages'> &
  Pick<Row<'messages'>, 'conversationId' | 'index' | 'authorUserId' | 'author' | 'body'> & {
    messageId: string | null
    mentions: string[]
    preview: string
    contact: string
  }

interface PendingNotification {
  id: string
  userId: string
  kind: NotificationKind
  conversationId: string
  messageId: string | null
  index: number
  title: string
  body: string
  count: number
  at: string
}

/** Keys of the digests this process has enqueued already, so that a burst of texts enqueues one; emptied when full. */
const queuedDigests = new Set<string>()
const QUEUED_DIGESTS_MAX = 10_000

const Payload = z.object({ tenantId: z.uuid(), events: z.array(ConversationEvent) })

/** Safe to run twice: a message never enters a notification a second time. */
export const notify = defineJob({
  name: NOTIFY,
  lane: 'default',
  payload: Payload,
  run: (deps: NotificationDeps, payload) =>
    // A conversation may be deleted before its notification is stored; the next attempt no longer finds it.
    retryOnDeadlock(() => notifyOf(deps, payload), DELETION_CONFLICTS),
})

const notifyOf = (deps: NotificationDeps, { tenantId, events }: z.output<typeof Payload>) =>
  deps.inTenant({ tenantId }, async (tx) => {
    const members = await findMembers(tx)
    const bulkActionIds = await findBulkAssignments(tx, events)
    const conversationEvents = events.filter(
      (event): event is ConversationEvent =>
        event.conversationId !== null && !bulkActionIds.has(event.bulkActionId ?? ''),
    )
    const stored = [
      ...(await storeNotifications(tx, members, await buildNotifications(deps, tx, members, conversationEvents))),
      ...(await storeBulkAssigned(tx, members, events, bulkActionIds)),
      ...(await storeMemberJoined(
        tx,
        members,
        events.filter(({ type }) => type === 'member.joined'),
      )),
    ]
    const cleared = [
      ...(await clearRead(tx, conversationEvents)),
      ...(await clearResolvedFailures(tx, conversationEvents)),
      ...(await clearDeleted(tx, conversationEvents)),
    ]
    await publish(deps, tx, members, { stored, cleared, removed: await findRemoved(tx, members, conversationEvents) })
    await queueDelivery(deps, tx, members, stored)
  })

/** Builds the notifications for a batch of events, with the newest message of each conversation. */
async function buildNotifications(
  deps: NotificationDeps,
  tx: TenantTx,
  members: Member[],
  events: ConversationEvent[],
): Promise<PendingNotification[]> {
  const received = events.filter(({ type }) => type === 'message.received')
  const failed = events.filter(({ type, isRetry }) => type === 'message.delivery-changed' && !isRetry)
  const noteEvents = events.filter(({ type }) => type === 'note.added' || type === 'note.edited')
  const subjects = await findSubjects(
    tx,
    [...received, ...failed, ...noteEvents].flatMap(({ messageId }) => messageId ?? []),
  )
  const assigned = events.filter(({ type }) => type === 'conversation.assigned')
  const assignedSubjects = await findAssignedSubjects(
    tx,
    assigned.map(({ conversationId }) => conversationId),
  )
  const pushableSince = shift(deps.now(), -QUIET_AFTER_MS)
  const pending: PendingNotification[] = []
  const add = (
    member: Member,
    kind: NotificationKind,
    subject: Subject,
    { at }: ConversationEvent,
    count: number,
    body = kind === 'message-failed' ? subject.body : subject.preview,
  ) => {
    const scope = { locationId: subject.locationId, assigneeId: subject.toUserId }
    if (!maySee(member, scope) || !notificationRules.isOnAnywhere(member.settings, kind)) return
    const { conversationId, messageId, index, contact: title } = subject
    pending.push({
      id: newId(),
      userId: member.viewer.userId,
      kind,
      conversationId,
      messageId,
      index,
      title,
      body,
      count,
      at,
    })
  }
  for (const [, group] of Map.groupBy(received, ({ conversationId }) => conversationId)) {
    const loaded = group.flatMap((event) => {
      const subject = subjects.get(event.messageId ?? '')
      return subject ? [{ event, subject }] : []
    })
    const newest = loaded.toSorted((a, b) => a.subject.index - b.subject.index).at(-1)
    if (!newest || newest.subject.isBlocked) continue
    // Late events, after an outage: skip what a teammate has read in the meantime.
    const isLate = isAfter(pushableSince, newest.event.at)
    if (isLate && newest.subject.unreadMessages === 0) continue
    for (const member of members) {
      const kind = notificationRules.kindOfMessage(member.viewer.userId, newest.subject.toUserId)
      add(member, kind, newest.subject, newest.event, loaded.length)
    }
  }
  for (const event of failed) {
    const subject = subjects.get(event.messageId ?? '')
    // Notify the author, or the assignee of an automatic message.
    const recipientId = subject && (subject.authorUserId ?? subject.toUserId)
    const member = recipientId && members.find(({ viewer }) => viewer.userId === recipientId)
    if (subject && member) add(member, 'message-failed', subject, event, 1)
  }
  for (const event of noteEvents) {
    const subject = subjects.get(event.messageId ?? '')
    for (const member of subject ? members : []) {
      const { userId } = member.viewer
      if (!subject?.mentions.includes(userId) || userId === subject.authorUserId) continue
      add(member, 'mentioned', subject, event, 1, `${subject.author}: ${subject.body.slice(0, 200)}`)
    }
  }
  for (const event of assigned) {
    const subject = assignedSubjects.get(event.conversationId)
    const member = members.find(({ viewer }) => viewer.userId === subject?.toUserId)
    // Don't notify people who assigned the conversation to themselves.
    if (subject && member && event.actorUserId !== subject.toUserId) {
      add(member, 'conversation-assigned', subject, event, 1)
    }
  }
  return pending
}

/** Loads the messages to notify about. If a conversation is deleted meanwhile, the foreign key fails the job, and its retry skips it. */
async function findSubjects(tx: TenantTx, messageIds: string[]): Promise<Map<string, Subject>> {
  if (messageIds.length === 0) return new Map()
  const rows = await runPrepared(
    tx,
    sql<Subject>`
    select m.conversation_id as "conversationId", m.id as "messageId", m.index, m.author_user_id as "authorUserId", m.author, m.body,
      array(select x ->> 'userId' from jsonb_array_elements(m.data -> 'note' -> 'mentions') x) as mentions,
      case when m.index = c.latest_index and m.type <> 'note' then c.latest_message else m.body end as preview,
      coalesce(c.friendly_name, case when not c.is_contact_restricted then nullif(t.name, '') end, c.contact_phone) as contact, c.location_id as "locationId",
      c.to_user_id as "toUserId", c.is_blocked as "isBlocked", c.unread_messages as "unreadMessages"
    from messages m
    join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    where m.tenant_id = ${tx.tenantId} and m.id = any(${messageIds}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.messageId ?? '', row]))
}

/** Loads assigned conversations with their latest message. */
async function findAssignedSubjects(tx: TenantTx, conversationIds: string[]): Promise<Map<string, Subject>> {
  if (conversationIds.length === 0) return new Map()
  const { rows } = await sql<Subject>`
    select c.id as conversation_id, null::uuid as message_id, c.latest_index as index, null::uuid as author_user_id, '' as author, array[]::text[] as mentions,
      c.latest_message as body, c.latest_message as preview,
      coalesce(c.friendly_name, case when not c.is_contact_restricted then nullif(t.name, '') end, c.contact_phone) as contact,
      c.location_id, c.to_user_id, c.is_blocked, c.unread_messages
    from conversations c
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    where c.tenant_id = ${tx.tenantId} and c.id = any(${conversationIds}::uuid[])
      and c.to_user_id is not null`.execute(tx)
  return new Map(rows.map((row) => [row.conversationId, row]))
}

/** Upserts one unread row per user, conversation and kind; skips users who have already seen the message. */
async function storeNotifications(
  tx: TenantTx,
  members: Member[],
  pending: PendingNotification[],
): Promise<StoredNotification[]> {
  if (pending.length === 0 || members.length === 0) return []
  const groupKey = ({ userId, conversationId, kind }: PendingNotification) => `${userId}${conversationId}${kind}`
  const grouped = [...Map.groupBy(pending, groupKey).values()].flatMap((group) => {
    const count = group.reduce((sum, notification) => sum + notification.count, 0)
    return group.slice(-1).map((latest) => ({ ...latest, count }))
  })
  // Insert in a fixed order, so that concurrent jobs don't deadlock.
  const ordered = grouped.toSorted((a, b) => (groupKey(a) < groupKey(b) ? -1 : 1))
  return runPrepared(
    tx,
    sql<StoredNotification>`
    insert into notifications as n
      (tenant_id, id, user_id, kind, conversation_id, message_id, title, body, count, updated_at)
    select ${tx.tenantId}, x.id, x."userId", x.kind, x."conversationId", x."messageId", x.title, x.body, x.count, x.at
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as x (
      id uuid, "userId" uuid, kind text, "conversationId" uuid, "messageId" uuid, index integer, title text, body text,
      count integer, at timestamptz
    )
    where (
      -- A scalar subquery uses the index for each row; an anti join could scan all rows of the tenant.
      select existing.id from notifications existing
      where existing.tenant_id = ${tx.tenantId} and existing.conversation_id = x."conversationId"
      and existing.user_id = x."userId" and existing.kind = x.kind
        and case x.kind
          when 'message-failed' then existing.message_id = x."messageId" and existing.updated_at >= x.at
          when 'conversation-assigned' then existing.updated_at >= x.at
          else existing.message_id = x."messageId" or existing.updated_at > x.at end
      limit 1
    ) is null and (x.kind in ('message-failed', 'conversation-assigned') or not exists (
      select from messages m join message_seen s on s.tenant_id = ${tx.tenantId} and s.message_id = m.id
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = x."conversationId" and m.index >= x.index
        and s.user_id = x."userId"
    ))
    on conflict (tenant_id, user_id, conversation_id, kind) where read_at is null do update set
      message_id = excluded.message_id, title = excluded.title, body = excluded.body,
      count = n.count + excluded.count, updated_at = excluded.updated_at, mailed_at = null
    returning ${STORED_COLUMNS}`,
  )
}

/** These kinds of notifications always have a conversation. */
type Cleared = Pick<Row<'notifications'>, 'id' | 'userId' | 'pushedAt'> & { conversationId: string }

/** Marks notifications read whose conversation the user has read. */
async function clearRead(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const reads = events.filter(({ type, actorUserId }) => type === 'conversation.read' && actorUserId !== null)
  if (reads.length === 0) return []
  const { rows } = await sql<Cleared>`
    update notifications n set read_at = x.at
    from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as x ("actorUserId" uuid, "conversationId" uuid, at timestamptz)
    where n.tenant_id = ${tx.tenantId} and n.user_id = x."actorUserId" and n.conversation_id = x."conversationId"
      and n.read_at is null and n.updated_at <= x.at
    returning n.id, n.user_id, n.conversation_id, n.pushed_at`.execute(tx)
  return rows
}

/**
 * Marks notifications of failures read once the message was retried or dismissed; a retry that fails notifies again.
 */
async function clearResolvedFailures(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const resolved = events.filter(({ type, isRetry }) => type === 'message.failure-dismissed' || isRetry)
  if (resolved.length === 0) return []
  const { rows } = await sql<Cleared>`
    update notifications n set read_at = x.at
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as x ("messageId" uuid, at timestamptz)
    where n.tenant_id = ${tx.tenantId} and n.message_id = x."messageId" and n.kind = 'message-failed'
      and n.read_at is null and n.updated_at <= x.at
    returning n.id, n.user_id, n.conversation_id, n.pushed_at`.execute(tx)
  return rows
}

/** Deletes the notifications of deleted messages and notes, which quote them. */
async function clearDeleted(tx: TenantTx, events: ConversationEvent[]): Promise<Cleared[]> {
  const ids = events.flatMap(({ type, messageId }) =>
    type === 'message.deleted' || type === 'note.deleted' ? (messageId ?? []) : [],
  )
  if (ids.length === 0) return []
  const { rows } = await sql<Cleared & { wasUnread: boolean }>`
    with deleted as (
      delete from notifications n where n.tenant_id = ${tx.tenantId} and n.message_id = any(${ids}::uuid[])
      returning n.id, n.user_id, n.conversation_id, n.pushed_at, n.read_at is null as was_unread
    )
    select id, user_id, conversation_id, pushed_at, was_unread from deleted`.execute(tx)
  return rows.filter(({ wasUnread }) => wasUnread)
}

interface Removed {
  /** Users whose unread count may have dropped. */
  userIds: string[]
  /** Deleted conversations, by user who could see them. */
  sids: Map<string, string[]>
}

/** Finds users who lost notifications: conversations that are deleted or merged take theirs along, invisible ones hide them. */
async function findRemoved(tx: TenantTx, members: Member[], events: ConversationEvent[]): Promise<Removed> {
  const idsOf = (type: ConversationEvent['type']) =>
    events.filter((event) => event.type === type).map(({ conversationId }) => conversationId)
  const sids = new Map<string, string[]>()
  for (const { type, conversationId, locationId, toUserId = null } of events) {
    if (type !== 'conversation.deleted' || !locationId) continue
    for (const member of members) {
      if (!maySee(member, { locationId, assigneeId: toUserId })) continue
      const { userId } = member.viewer
      sids.set(userId, [...(sids.get(userId) ?? []), toSid('CH', conversationId)])
    }
  }
  const userIds = members.map(({ viewer }) => viewer.userId)
  if (idsOf('conversation.merged').length > 0) return { userIds, sids }
  const leftIds = idsOf('conversation.left')
  if (leftIds.length === 0 || userIds.length === 0) return { userIds: [...sids.keys()], sids }
  const unreadRows = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', 'in', userIds)
    .where('conversationId', 'in', leftIds)
    .where('readAt', 'is', null)
    .select('userId')
    .distinct()
    .execute()
  return { userIds: [...sids.keys(), ...unreadRows.map(({ userId }) => userId)], sids }
}

/** Publishes the new unread counts to open screens, and dismisses alerts that were read elsewhere. */
async function publish(
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
          ...(read.get(userId) ?? []).map(({ conversationId }) => toSid('CH', conversationId)),
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

/** Queues a push after a short delay, and a digest for what is still unread later. */
async function queueDelivery(
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
