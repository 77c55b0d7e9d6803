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
  messageFailureHandled,
  messageReceived,
  noteDeleted,
} from '../messages/events.ts'
import { noteAdded, noteEdited } from '../notes/events.ts'
import { ownRoom } from '../visibility/index.ts'
import { PUSH_TO_DEVICE, pushKey, queueCloses } from './close.ts'
import type { NotificationDeps } from './deps.ts'
import { digestSpec } from './digest.job.ts'
import { storeJoined } from './joined.ts'
import { countUnreadOf, TOLD_COLUMNS, type Told } from './list.ts'
import { findManyHanded, storeManyHanded } from './many-handed.ts'
import { findMembers, type Member, maySee } from './members.ts'

const NOTIFY = 'notify'

/** Long enough for somebody who is looking to have read it, so that nothing rings in the other pocket. */
const PUSH_AFTER_MS = 1500

/** The events this reader gets. */
const NEWS = [
  messageReceived,
  messageDeliveryChanged,
  messageFailureHandled,
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
type LoggedNews = EventOf<(typeof NEWS)[number]>

const Event = z.object({
  type: z.enum(NEWS.map(({ type }) => type)),
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
type AnyEvent = z.infer<typeof Event>
type Event = AnyEvent & { conversationId: string }

/** All a tenant has to be told about in one look at the log is one job. */
export const notificationSubscription = subscribeInBatches(NEWS, (events) =>
  [...Map.groupBy(events.filter(isNews), ({ tenantId }) => tenantId)].map(([tenantId, ofTenant]) => ({
    identifier: NOTIFY,
    payload: {
      tenantId,
      events: ofTenant.map((event) => ({
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
const isRetry = (event: LoggedNews): boolean =>
  event.type === 'message.delivery-changed' && event.data.status === 'queued' && !event.data.isReturn

function isNews(event: LoggedNews): boolean {
  if (event.type === 'member.joined') return true
  if (!event.conversationId) return false
  if (event.type === 'message.delivery-changed')
    return event.data.status === 'failed' || event.data.status === 'undelivered' || isRetry(event)
  return event.type !== 'message.received' || !event.data.isBlocked
}

interface Subject {
  conversationId: string
  messageId: string | null
  index: number
  authorUserId: string | null
  author: string
  mentions: string[]
  body: string
  preview: string
  contact: string
  locationId: string
  toUserId: string | null
  isBlocked: boolean
  unreadMessages: number
}

interface News {
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

/** Safe to run twice: a message that is in a notification already is not put into one again. */
export const notify = defineJob({
  name: NOTIFY,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), events: z.array(Event) }),
  run: (deps: NotificationDeps, { tenantId, events }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      const members = await findMembers(tx)
      const many = await findManyHanded(tx, events)
      const ofConversations = events.filter(
        (event): event is Event => event.conversationId !== null && !many.has(event.bulkActionId ?? ''),
      )
      const stored = [
        ...(await storeNews(tx, members, await gatherNews(deps, tx, members, ofConversations))),
        ...(await storeManyHanded(tx, members, events, many)),
        ...(await storeJoined(
          tx,
          members,
          events.filter(({ type }) => type === 'member.joined'),
        )),
      ]
      const cleared = [
        ...(await clearRead(tx, ofConversations)),
        ...(await clearResolvedFailures(tx, ofConversations)),
        ...(await clearDeleted(tx, ofConversations)),
      ]
      await tell(deps, tx, members, { stored, cleared, gone: await findGone(tx, members, ofConversations) })
      await queueDelivery(deps, tx, members, stored)
    }),
})

/** Who is to be told what, from the newest message of each conversation. */
async function gatherNews(deps: NotificationDeps, tx: TenantTx, members: Member[], events: Event[]): Promise<News[]> {
  const received = events.filter(({ type }) => type === 'message.received')
  const failed = events.filter(({ type, isRetry }) => type === 'message.delivery-changed' && !isRetry)
  const noted = events.filter(({ type }) => type === 'note.added' || type === 'note.edited')
  const subjects = await findSubjects(
    tx,
    [...received, ...failed, ...noted].flatMap(({ messageId }) => messageId ?? []),
  )
  const assigned = events.filter(({ type }) => type === 'conversation.assigned')
  const handed = await findHanded(
    tx,
    assigned.map(({ conversationId }) => conversationId),
  )
  const freshSince = shift(deps.now(), -QUIET_AFTER_MS)
  const news: News[] = []
  const add = (
    member: Member,
    kind: NotificationKind,
    subject: Subject,
    { at }: Event,
    count: number,
    body = kind === 'message-failed' ? subject.body : subject.preview,
  ) => {
    const facts = { locationID: subject.locationId, toUserID: subject.toUserId }
    if (!maySee(member, facts) || !notificationRules.isOnAnywhere(member.settings, kind)) return
    const { conversationId, messageId, index, contact: title } = subject
    news.push({
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
  for (const [, ofOne] of Map.groupBy(received, ({ conversationId }) => conversationId)) {
    const known = ofOne.flatMap((event) => {
      const subject = subjects.get(event.messageId ?? '')
      return subject ? [{ event, subject }] : []
    })
    const last = known.toSorted((a, b) => a.subject.index - b.subject.index).at(-1)
    if (!last || last.subject.isBlocked) continue
    // History that is caught up with: what somebody has dealt with meanwhile is no news.
    const isOld = isAfter(freshSince, last.event.at)
    if (isOld && last.subject.unreadMessages === 0) continue
    for (const member of members) {
      const kind = notificationRules.kindOfMessage(member.viewer.userId, last.subject.toUserId)
      add(member, kind, last.subject, last.event, known.length)
    }
  }
  for (const event of failed) {
    const subject = subjects.get(event.messageId ?? '')
    // Whoever wrote it has to know; what nobody wrote is its conversation's owner's.
    const whose = subject && (subject.authorUserId ?? subject.toUserId)
    const member = whose && members.find(({ viewer }) => viewer.userId === whose)
    if (subject && member) add(member, 'message-failed', subject, event, 1)
  }
  for (const event of noted) {
    const subject = subjects.get(event.messageId ?? '')
    for (const member of subject ? members : []) {
      const { userId } = member.viewer
      if (!subject?.mentions.includes(userId) || userId === subject.authorUserId) continue
      add(member, 'mentioned', subject, event, 1, `${subject.author}: ${subject.body.slice(0, 200)}`)
    }
  }
  for (const event of assigned) {
    const subject = handed.get(event.conversationId)
    const member = members.find(({ viewer }) => viewer.userId === subject?.toUserId)
    // Who took it themselves knows.
    if (subject && member && event.actorUserId !== subject.toUserId) {
      add(member, 'conversation-assigned', subject, event, 1)
    }
  }
  return news
}

/** If a conversation is deleted meanwhile, its foreign key fails the job, which then finds it gone on the next attempt. */
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

/** Conversations that are somebody's now, told by what was last said in them. */
async function findHanded(tx: TenantTx, conversationIds: string[]): Promise<Map<string, Subject>> {
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

/** One unread row for each person, conversation and kind; who has seen the message already is told nothing. */
async function storeNews(tx: TenantTx, members: Member[], news: News[]): Promise<Told[]> {
  if (news.length === 0 || members.length === 0) return []
  const keyOf = ({ userId, conversationId, kind }: News) => `${userId}${conversationId}${kind}`
  const gathered = [...Map.groupBy(news, keyOf).values()].map((ofOne) => ({
    ...(ofOne.at(-1) as News),
    count: ofOne.reduce((sum, { count }) => sum + count, 0),
  }))
  // Always in the same order, so that two jobs at once do not wait for each other.
  const ordered = gathered.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return runPrepared(
    tx,
    sql<Told>`
    insert into notifications as n
      (tenant_id, id, user_id, kind, conversation_id, message_id, title, body, count, updated_at)
    select ${tx.tenantId}, x.id, x."userId", x.kind, x."conversationId", x."messageId", x.title, x.body, x.count, x.at
    from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) as x (
      id uuid, "userId" uuid, kind text, "conversationId" uuid, "messageId" uuid, index integer, title text, body text,
      count integer, at timestamptz
    )
    where (
      -- A scalar subquery is looked up row by row; an anti join could scan everything the tenant has.
      select o.id from notifications o where o.tenant_id = ${tx.tenantId} and o.conversation_id = x."conversationId"
        and o.user_id = x."userId" and o.kind = x.kind
        and case x.kind
          when 'message-failed' then o.message_id = x."messageId" and o.updated_at >= x.at
          when 'conversation-assigned' then o.updated_at >= x.at
          else o.message_id = x."messageId" or o.updated_at > x.at end
      limit 1
    ) is null and (x.kind in ('message-failed', 'conversation-assigned') or not exists (
      select from messages m join message_seen s on s.tenant_id = ${tx.tenantId} and s.message_id = m.id
      where m.tenant_id = ${tx.tenantId} and m.conversation_id = x."conversationId" and m.index >= x.index
        and s.user_id = x."userId"
    ))
    on conflict (tenant_id, user_id, conversation_id, kind) where read_at is null do update set
      message_id = excluded.message_id, title = excluded.title, body = excluded.body,
      count = n.count + excluded.count, updated_at = excluded.updated_at, mailed_at = null
    returning ${TOLD_COLUMNS}`,
  )
}

interface Cleared {
  id: string
  userId: string
  conversationId: string
  pushedAt: string | null
}

/** What somebody has read in the conversation itself is read here too. */
async function clearRead(tx: TenantTx, events: Event[]): Promise<Cleared[]> {
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
async function clearResolvedFailures(tx: TenantTx, events: Event[]): Promise<Cleared[]> {
  const resolved = events.filter(({ type, isRetry }) => type === 'message.failure-handled' || isRetry)
  if (resolved.length === 0) return []
  const { rows } = await sql<Cleared>`
    update notifications n set read_at = x.at
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as x ("messageId" uuid, at timestamptz)
    where n.tenant_id = ${tx.tenantId} and n.message_id = x."messageId" and n.kind = 'message-failed'
      and n.read_at is null and n.updated_at <= x.at
    returning n.id, n.user_id, n.conversation_id, n.pushed_at`.execute(tx)
  return rows
}

/** What was deleted is not quoted any longer. */
async function clearDeleted(tx: TenantTx, events: Event[]): Promise<Cleared[]> {
  const ids = events.flatMap(({ type, messageId }) =>
    type === 'message.deleted' || type === 'note.deleted' ? (messageId ?? []) : [],
  )
  if (ids.length === 0) return []
  const { rows } = await sql<Cleared & { wasUnread: boolean }>`
    with gone as (
      delete from notifications n where n.tenant_id = ${tx.tenantId} and n.message_id = any(${ids}::uuid[])
      returning n.id, n.user_id, n.conversation_id, n.pushed_at, n.read_at is null as was_unread
    )
    select id, user_id, conversation_id, pushed_at, was_unread from gone`.execute(tx)
  return rows.filter(({ wasUnread }) => wasUnread)
}

interface Gone {
  /** For whom less may be waiting. */
  userIds: string[]
  /** The deleted conversations that each of them could see. */
  sids: Map<string, string[]>
}

/** Conversations that were deleted or merged took their notifications along; one that left somebody's sight hides them. */
async function findGone(tx: TenantTx, members: Member[], events: Event[]): Promise<Gone> {
  const idsOf = (type: Event['type']) =>
    events.filter((event) => event.type === type).map(({ conversationId }) => conversationId)
  const sids = new Map<string, string[]>()
  for (const { type, conversationId, locationId, toUserId = null } of events) {
    if (type !== 'conversation.deleted' || !locationId) continue
    for (const member of members) {
      if (!maySee(member, { locationID: locationId, toUserID: toUserId })) continue
      const { userId } = member.viewer
      sids.set(userId, [...(sids.get(userId) ?? []), toSid('CH', conversationId)])
    }
  }
  const userIds = members.map(({ viewer }) => viewer.userId)
  if (idsOf('conversation.merged').length > 0) return { userIds, sids }
  const left = idsOf('conversation.left')
  if (left.length === 0 || userIds.length === 0) return { userIds: [...sids.keys()], sids }
  const waiting = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', 'in', userIds)
    .where('conversationId', 'in', left)
    .where('readAt', 'is', null)
    .select('userId')
    .distinct()
    .execute()
  return { userIds: [...sids.keys(), ...waiting.map(({ userId }) => userId)], sids }
}

/** The person's screens at once; what was read elsewhere leaves their devices. */
async function tell(
  deps: NotificationDeps,
  tx: TenantTx,
  members: Member[],
  { stored, cleared, gone }: { stored: Told[]; cleared: Cleared[]; gone: Gone },
): Promise<void> {
  const concerned = new Set([...[...stored, ...cleared].map(({ userId }) => userId), ...gone.userIds])
  if (concerned.size === 0) return
  const told = members.filter(({ viewer }) => concerned.has(viewer.userId))
  const counts = await countUnreadOf(tx, told)
  const at = deps.now()
  const read = Map.groupBy(cleared, ({ userId }) => userId)
  tx.afterCommit(() => {
    for (const userId of concerned) {
      deps.push(tx.tenantId, [ownRoom(userId)], {
        type: 'notifications.changed',
        id: null,
        at,
        unreadCount: counts.get(userId) ?? 0,
        readSids: [
          ...(read.get(userId) ?? []).map(({ conversationId }) => toSid('CH', conversationId)),
          ...(gone.sids.get(userId) ?? []),
        ],
      })
    }
  })
  for (const [userId, own] of read) {
    await queueCloses(
      tx,
      userId,
      own.filter(({ pushedAt }) => pushedAt !== null),
    )
  }
}

/** Closed devices a moment later, a mail if it still waits then. */
async function queueDelivery(deps: NotificationDeps, tx: TenantTx, members: Member[], stored: Told[]): Promise<void> {
  if (stored.length === 0) return
  const at = deps.now()
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', 'in', [...new Set(stored.map(({ userId }) => userId))])
    .select(['id', 'userId', 'isMobile'])
    .execute()
  const specs: JobSpec[] = []
  const looks: ReturnType<typeof digestSpec>[] = []
  // What is caught up with late makes no noise; the centre and the mail have it.
  const freshSince = shift(at, -QUIET_AFTER_MS)
  for (const [userId, own] of Map.groupBy(stored, (row) => row.userId)) {
    const member = members.find(({ viewer }) => viewer.userId === userId)
    if (!member) continue
    const wants = (channel: NotificationChannel, { kind }: Told) =>
      notificationRules.isOn(member.settings, channel, kind as NotificationKind)
    const isQuiet = notificationRules.quietUntil(member.preferences, at) !== null
    for (const device of isQuiet ? [] : devices.filter((each) => each.userId === userId)) {
      const channel = device.isMobile ? 'mobile-app' : 'desktop'
      for (const row of own) {
        if (isAfter(freshSince, row.updatedAt) || !wants(channel, row)) continue
        specs.push({
          identifier: PUSH_TO_DEVICE,
          payload: {
            tenantId: tx.tenantId,
            deviceId: device.id,
            conversationId: row.conversationId,
            what: 'show',
            notificationId: row.id,
          },
          jobKey: pushKey(device.id, row),
          runAt: shift(at, PUSH_AFTER_MS),
          maxAttempts: 6,
        })
      }
    }
    if (own.some((row) => wants('email', row))) looks.push(digestSpec(tx.tenantId, userId, at))
  }
  const newLooks = looks.filter(({ jobKey }) => !queuedDigests.has(jobKey))
  const unique = new Map([...specs, ...newLooks].map((spec) => [spec.jobKey, spec]))
  if (unique.size > 0) await enqueue(tx, ...unique.values())
  tx.afterCommit(() => {
    if (queuedDigests.size > QUEUED_DIGESTS_MAX) queuedDigests.clear()
    for (const { jobKey } of newLooks) queuedDigests.add(jobKey)
  })
}
