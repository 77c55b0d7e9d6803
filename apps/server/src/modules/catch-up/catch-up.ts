import { type CatchUp, type RealtimeEvent, type SettingSubject, toSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import {
  conversationChanged,
  findConversationsByIds,
  findMessages,
  findUnreadMarks,
  messageChanged,
  messageCreated,
  toMessage,
  withoutDrafts,
} from '../conversations/index.ts'
import { findScheduled, toScheduledMessage } from '../messages/index.ts'
import { findVisibleContacts, isVisible, maySeeSetting } from '../visibility/index.ts'

/** More than this is faster fetched anew. */
const CATCH_UP_MAX = 500
/**
 * How far before the last seen event replay starts. Ids are handed out before commit, so an older one may have appeared
 * late; no transaction lives as long as this (database.ts, TRANSACTION_TIMEOUT_MS), and versions make repeats harmless.
 */
const OVERLAP = '30 seconds'

/** Events that name a message which was there before; with all others it came. */
const TOUCHING = [
  'conversation.read',
  'message.delivery-changed',
  'message.media-stored',
  'message.deleted',
  'message.reacted',
  'message.failure-handled',
  'message.link-previewed',
  'message.translated',
  'note.edited',
  'note.deleted',
]

interface MissedRow {
  id: string
  type: string
  conversationId: string | null
  messageId: string | null
  createdAt: string
  isOwn: boolean
  data: Record<string, string>
}

/**
 * What somebody missed since event `after`, as the present state of everything touched since: old screen + answer = fresh screen.
 * Conversations they could see then and cannot now are reported as gone.
 */
export async function catchUp(
  { inTenant }: { inTenant: InTenant },
  actor: Actor,
  after: string | null,
): Promise<CatchUp> {
  return inTenant(actor, async (tx) => {
    const newest = await sql<{
      id: string | null
    }>`select max(id) as id from events where tenant_id = ${tx.tenantId}`.execute(tx)
    const lastId = newest.rows[0]?.id ?? '0'
    if (after === null) return { status: 'ok', events: [], lastId }
    // An id from the future belongs to another log: the database was replaced.
    if (BigInt(after) > BigInt(lastId)) return { status: 'reload', lastId }

    const { rows } = await sql<MissedRow>`
      with seen as (
        select created_at from events where tenant_id = ${tx.tenantId} and id <= ${after}::bigint order by id desc limit 1
      ), start as (
        select coalesce((
          select id from events where tenant_id = ${tx.tenantId} and id <= ${after}::bigint
            and created_at < (select created_at from seen) - ${OVERLAP}::interval
          order by id desc limit 1
        ), 0) as id
      )
      select e.id, e.type, e.conversation_id, e.message_id, e.created_at, e.audience_user_id is not null as is_own, e.data
      from events e
      where e.tenant_id = ${tx.tenantId} and e.id > (select id from start)
        and (e.audience_user_id = ${actor.userId} or (e.audience_user_id is null and e.location_id is not null and ${isVisible(actor, 'e')})
          or e.type in ('location.changed', 'setting.changed', 'contact.note-changed'))
      order by e.id limit ${CATCH_UP_MAX + 1}`.execute(tx)
    if (rows.length > CATCH_UP_MAX) return { status: 'reload', lastId }
    return { status: 'ok', events: await presentState(tx, actor, rows), lastId }
  })
}

async function presentState(tx: TenantTx, actor: Actor, missed: MissedRow[]): Promise<RealtimeEvent[]> {
  const newest = new Map<string, MissedRow>()
  for (const row of missed) if (row.conversationId && !row.isOwn) newest.set(row.conversationId, row)
  const messageIds = new Set(missed.flatMap((row) => (row.messageId && !row.isOwn ? [row.messageId] : [])))
  const created = new Set(missed.filter((row) => !TOUCHING.includes(row.type)).map((row) => row.messageId))
  const scheduledIds = new Set(
    missed.flatMap(({ type, data }) => (type === 'scheduled-message.changed' ? (data.scheduledMessageID ?? []) : [])),
  )
  const draftsOf = [
    ...new Set(missed.filter((row) => row.type === 'draft.saved').flatMap((row) => row.conversationId ?? [])),
  ]

  const marksOf = [
    ...new Set(
      missed.flatMap(({ type, conversationId }) =>
        type === 'conversation.unread-marked' ? (conversationId ?? []) : [],
      ),
    ),
  ]

  const notedIds = missed.flatMap(({ type, data }) => (type === 'contact.note-changed' ? (data.contactID ?? []) : []))

  const [conversations, messages, scheduled, marked, drafts, notedContacts] = await Promise.all([
    findConversationsByIds(tx, actor, [...newest.keys()]),
    findMessages(tx, [...messageIds]),
    findScheduled(tx, [...scheduledIds]),
    marksOf.length === 0 ? new Set<string>() : findUnreadMarks(tx, actor.userId).then((ids) => new Set(ids)),
    draftsOf.length === 0
      ? []
      : tx
          .selectFrom('conversationDrafts')
          .where('tenantId', '=', tx.tenantId)
          .where('userId', '=', actor.userId)
          .where('conversationId', 'in', draftsOf)
          .select(['conversationId', 'messageDraft'])
          .execute(),
    findVisibleContacts(tx, actor, notedIds),
  ])
  const bySid = new Map(conversations.map((conversation) => [conversation.sid, conversation]))
  const events: RealtimeEvent[] = []
  for (const { type, id, createdAt: at, conversationId } of missed) {
    const sid = conversationId && toSid('CH', conversationId)
    if ((type === 'conversation.merged' || type === 'conversation.unmerged') && sid && bySid.has(sid))
      events.push({ type: 'thread.renumbered', id, at, sid })
  }
  for (const [conversationId, { id, createdAt: at }] of newest) {
    const sid = toSid('CH', conversationId)
    const conversation = bySid.get(sid)
    events.push(
      conversation
        ? { ...conversationChanged(id, at, conversation), conversation: withoutDrafts(conversation) }
        : { type: 'conversation.gone', id, at, sid, version: null },
    )
  }
  for (const row of messages) {
    const conversation = bySid.get(toSid('CH', row.conversationId))
    const source = newest.get(row.conversationId)
    if (!conversation || !source) continue
    const { id, createdAt: at } = source
    events.push(
      created.has(row.id)
        ? { ...messageCreated(id, at, conversation, toMessage(row)), conversation: withoutDrafts(conversation) }
        : messageChanged(id, at, toMessage(row)),
    )
  }
  for (const row of scheduled) {
    const source = newest.get(row.conversationId)
    if (!source || !bySid.has(toSid('CH', row.conversationId))) continue
    const { id, createdAt: at } = source
    events.push({ type: 'scheduled-message.changed', id, at, scheduledMessage: toScheduledMessage(row) })
  }
  for (const { type, id, createdAt: at, data } of missed) {
    if (type === 'location.changed' && (actor.locationIds?.includes(data.locationID ?? '') ?? true))
      events.push({ type, id, at, locationID: data.locationID ?? '' })
    if (type === 'contact.note-changed' && notedContacts.has(data.contactID ?? ''))
      events.push({ type, id, at, contactID: data.contactID ?? '' })
    if (type === 'preferences.changed' || type === 'login.changed') events.push({ type, id, at })
    const subject = data.subject as SettingSubject
    if (type === 'setting.changed' && maySeeSetting(actor, subject)) events.push({ type, id, at, subject })
  }
  for (const conversationId of marksOf) {
    events.push({
      type: 'unread-mark.changed',
      id: null,
      at: missed.at(-1)?.createdAt ?? '',
      conversationSid: toSid('CH', conversationId),
      isMarkedUnread: marked.has(conversationId),
    })
  }
  for (const conversationId of draftsOf) {
    const messageDraft = drafts.find((draft) => draft.conversationId === conversationId)?.messageDraft ?? ''
    events.push({
      type: 'draft.changed',
      id: null,
      at: missed.at(-1)?.createdAt ?? '',
      conversationSid: toSid('CH', conversationId),
      messageDraft,
    })
  }
  return events
}
