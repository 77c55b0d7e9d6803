import type { GroupMessage, GroupOutcomes, GroupRecipient, ReviewInvite } from '@frontdesk/contract/api'
import { PERFORMANCE_MESSAGES, type RecipientOutcome, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isVisible } from '../visibility/index.ts'
import { addOutcomes, countOutcomes, OUTCOME, REASON, visibleRecipients, withResponse } from './outcomes.ts'
import { accessGroupMessage, type GroupMessageRow, isGroupMessageVisible } from './rows.ts'

const PAGE = 20

const toGroupMessage = (row: GroupMessageRow, stats: GroupOutcomes): GroupMessage => ({
  id: row.id,
  groupSid: row.groupId && toSid('GC', row.groupId),
  groupName: row.groupName,
  kind: row.kind,
  body: row.body,
  author: row.author,
  authorUserID: row.authorUserId,
  state: row.state,
  stopReason: row.stopReason,
  startedOnUtc: row.startedAt,
  finishedOnUtc: row.finishedAt,
  stats,
})

async function withStats(tx: TenantTx, actor: Actor, rows: readonly GroupMessageRow[]): Promise<GroupMessage[]> {
  const stats = await countOutcomes(
    tx,
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toGroupMessage(row, stats.get(row.id) ?? addOutcomes([])))
}

export async function getGroupMessage(tx: TenantTx, actor: Actor, id: string): Promise<GroupMessage> {
  const [message] = await withStats(tx, actor, [await accessGroupMessage(tx, actor, id)])
  if (!message) throw new Error('The outcomes of a message are missing.')
  return message
}

const visibleMessages = (tx: TenantTx, actor: Actor, groupId: string | undefined) => {
  const visible = tx
    .selectFrom('groupMessages as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(isGroupMessageVisible(actor))
    .orderBy('g.startedAt', 'desc')
    .orderBy('g.id', 'desc')
    .selectAll('g')
  // An invite to one contact is part of their conversation, not a message to many.
  return groupId === undefined
    ? visible.where(sql<boolean>`(g.total > 1 or g.group_id is not null)`)
    : visible.where('g.groupId', '=', groupId)
}

/** Lists group messages, newest first. */
export async function listGroupMessages(
  tx: TenantTx,
  actor: Actor,
  { groupId, cursor }: { groupId?: string | undefined; cursor?: string | undefined },
): Promise<{ messages: GroupMessage[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const messages = visibleMessages(tx, actor, groupId)
  const rows = await (after
    ? messages.where(sql<boolean>`(g.started_at, g.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)`)
    : messages
  )
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    messages: await withStats(tx, actor, page),
    nextCursor: rows.length > PAGE && last ? `${last.startedAt}|${last.id}` : null,
  }
}

/** More messages of a group than these no longer count in its stats. */
const STATS_MESSAGES = 1000

/** What became of the messages of a group, together and of the last ones. */
export async function summarizeGroup(tx: TenantTx, actor: Actor, groupId: string) {
  const rows = await visibleMessages(tx, actor, groupId).limit(STATS_MESSAGES).execute()
  const messages = await withStats(tx, actor, rows)
  return {
    messages: messages.length,
    stats: addOutcomes(messages.map(({ stats }) => stats)),
    performance: messages.slice(0, PERFORMANCE_MESSAGES),
  }
}

interface RecipientQuery {
  id: string
  outcome?: RecipientOutcome | undefined
  hasReplied?: boolean | undefined
  searchTerm?: string | undefined
  pageSize: number
  after?: string | undefined
}

interface RecipientRow extends Pick<GroupRecipient, 'outcome' | 'reason' | 'heldUntil' | 'hasReplied'> {
  contactId: string
  name: string | null
  phone: string | null
  sentAt: string | null
  conversationId: string | null
}

/** Lists the recipients of a group message that the actor may see. */
export async function listRecipients(
  tx: TenantTx,
  actor: Actor,
  { id, outcome, hasReplied, searchTerm = '', pageSize, after }: RecipientQuery,
): Promise<{ recipients: GroupRecipient[]; nextAfter: string | null }> {
  await accessGroupMessage(tx, actor, id)
  const digits = phoneDigits(searchTerm)
  const conditions = [
    sql`r.tenant_id = ${tx.tenantId} and r.group_message_id = ${id}`,
    ...(after === undefined ? [] : [sql`r.contact_id > ${after}`]),
    ...(outcome === undefined ? [] : [sql`${OUTCOME} = ${outcome}`]),
    ...(hasReplied === undefined ? [] : [sql`coalesce(reply.has, false) = ${hasReplied}`]),
    ...(searchTerm === ''
      ? []
      : [digits ? sql`t.phone like ${`%${digits}%`}` : nameMatches(sql`t.name_key`, searchTerm)]),
  ]
  const { rows } = await sql<RecipientRow>`
    select r.contact_id as "contactId", t.name, t.phone, ${OUTCOME} as outcome, ${REASON} as reason,
      r.held_until as "heldUntil", m.created_at as "sentAt", coalesce(reply.has, false) as "hasReplied",
      c.id as "conversationId"
    from ${visibleRecipients(tx, actor)} ${withResponse(tx)}
    left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id and ${isVisible(actor, 'c')}
    where ${sql.join(conditions, sql` and `)}
    order by r.contact_id limit ${pageSize + 1}`.execute(tx)
  const page = rows.slice(0, pageSize)
  return {
    recipients: page.map(({ contactId, name, phone, sentAt, conversationId, ...row }) => ({
      ...row,
      contactID: contactId,
      contact: name === null || phone === null ? null : { name, phone },
      sentOnUtc: sentAt,
      conversationSid: conversationId && toSid('CH', conversationId),
    })),
    nextAfter: rows.length > pageSize ? (page.at(-1)?.contactId ?? null) : null,
  }
}

const DAY_MS = 24 * 3_600_000

export interface GroupActivity {
  id: string
  latestMessage: string | null
  latestMessageAt: string | null
  unreadReplies: number
}

/** The latest message of each group, and the unread conversations with recipients of the last `days`. */
export async function findActivity(
  tx: TenantTx,
  actor: Actor,
  groupIds: readonly string[],
  days: number,
): Promise<Map<string, GroupActivity>> {
  const since = shift(tx.now(), -days * DAY_MS)
  const { rows } = await sql<GroupActivity>`
    select w.id, g.body as "latestMessage", g.started_at as "latestMessageAt", coalesce(u.n, 0)::int as "unreadReplies"
    from unnest(${[...groupIds]}::uuid[]) as w (id)
    left join lateral (
      select g.body, g.started_at from group_messages g
      where g.tenant_id = ${tx.tenantId} and g.group_id = w.id and ${isGroupMessageVisible(actor)} order by g.started_at desc, g.id desc limit 1
    ) g on true
    left join (
      select g.group_id, count(distinct c.id) as n
      from conversations c
      join messages m on m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id
        and m.purpose = 'automatic' and m.created_at > ${since}::timestamptz
      join group_recipients r on r.tenant_id = ${tx.tenantId} and r.message_id = m.id
      join group_messages g on g.tenant_id = ${tx.tenantId} and g.id = r.group_message_id
      where c.tenant_id = ${tx.tenantId} and c.unread_messages > 0 and ${isVisible(actor, 'c')} and exists (
        select from messages x where x.tenant_id = ${tx.tenantId} and x.conversation_id = c.id
          and x.index > m.index and not x.is_outgoing and x.type in ('text', 'media')
      )
      group by 1
    ) u on u.group_id = w.id`.execute(tx)
  return new Map(rows.map((activity) => [activity.id, activity]))
}

const INVITES_MAX = 1000

/** The review invites sent to the contacts that the actor may see, the most recent first. */
export async function listInvites(tx: TenantTx, actor: Actor): Promise<ReviewInvite[]> {
  const { rows } = await sql<{ contactId: string; sentAt: string; n: number }>`
    select coalesce(t.main_id, r.contact_id) as "contactId", max(m.created_at) as "sentAt", count(*)::int as n
    from ${visibleRecipients(tx, actor)}
    join group_messages g on g.tenant_id = ${tx.tenantId} and g.id = r.group_message_id and g.kind = 'review-invite'
    where r.tenant_id = ${tx.tenantId} and r.state = 'sent' and m.id is not null
    group by 1 order by 2 desc limit ${INVITES_MAX}`.execute(tx)
  return rows.map(({ contactId, sentAt, n }) => ({ contactID: contactId, sentOnUtc: sentAt, count: n }))
}
