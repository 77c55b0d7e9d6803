import type { GroupMessage, GroupOutcomes, ReviewInvite, StoredFile } from '@frontdesk/contract/api'
import { can, PERFORMANCE_MESSAGES, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { findFilesOfGroupMessage, toStoredFile } from '../files/index.ts'
import { isVisible } from '../visibility/index.ts'
import {
  NOT_COUNTED,
  outcomesByText,
  type RecipientCounts,
  sumOutcomes,
  type TextOutcomes,
  visibleRecipients,
} from './outcomes.ts'
import { findRecipientCounts } from './recipient-counts.ts'
import { accessGroupMessage, type GroupMessageRow, isGroupMessageVisible } from './rows.ts'
import { isUnfinished, seesRemaining } from './stop-group-message.ts'
import { isUndoable } from './undo-group-message.ts'

const PAGE = 20

interface Details {
  stats: GroupOutcomes
  attachments: StoredFile[]
  canUndo: boolean
  canStop: boolean
}

const toGroupMessage = (row: GroupMessageRow, details: Details): GroupMessage => ({
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
  ...details,
})

/** @param isForCampaign The texts of a campaign are stopped together, with the campaign. */
async function withDetails(
  tx: TenantTx,
  actor: Actor,
  rows: readonly GroupMessageRow[],
  { isForCampaign = false } = {},
): Promise<{ message: GroupMessage; counts: RecipientCounts }[]> {
  const ids = rows.map(({ id }) => id)
  const countsOf = await findRecipientCounts(tx, actor, rows)
  const files = Map.groupBy(await findFilesOfGroupMessage(tx, ids), ({ groupMessageId }) => groupMessageId)
  const messages: { message: GroupMessage; counts: RecipientCounts }[] = []
  for (const row of rows) {
    const counts = countsOf.get(row.id) ?? NOT_COUNTED
    const message = toGroupMessage(row, {
      stats: sumOutcomes(counts),
      attachments: (files.get(row.id) ?? []).map(toStoredFile),
      canUndo: row.authorUserId === actor.userId && isUndoable(row, tx.now()),
      canStop: (row.campaignId === null || isForCampaign) && (await mayStop(tx, actor, row)),
    })
    messages.push({ message, counts })
  }
  return messages
}

/** Lists examine only some of those who are left; stopping examines all. */
const REMAINING_EXAMINED = 200

const mayStop = async (tx: TenantTx, actor: Actor, row: GroupMessageRow): Promise<boolean> =>
  isUnfinished(row) &&
  can(actor, 'campaigns_send_bulk_messages') &&
  (await seesRemaining(tx, actor, row, REMAINING_EXAMINED))

/** A text of a campaign, with what became of each of its versions. */
export interface MessageOfCampaign {
  row: GroupMessageRow
  message: GroupMessage
  texts: TextOutcomes[]
}

/** The texts of campaigns that the actor may see, by campaign, the first text first. */
export async function findMessagesOfCampaigns(
  tx: TenantTx,
  actor: Actor,
  campaignIds: readonly string[],
): Promise<Map<string, MessageOfCampaign[]>> {
  if (campaignIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('groupMessages as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`g.campaign_id = any(${[...campaignIds]}::uuid[])`)
    .where(isGroupMessageVisible(actor))
    .orderBy('g.startedAt', 'desc')
    .orderBy('g.step')
    .selectAll('g')
    .execute()
  const messages = await withDetails(tx, actor, rows, { isForCampaign: true })
  const steps = rows.flatMap((row, index) => {
    const details = messages[index]
    if (!details || row.campaignId === null) return []
    const { message, counts } = details
    return [{ campaignId: row.campaignId, row, message, texts: outcomesByText(counts.counts) }]
  })
  return Map.groupBy(steps, ({ campaignId }) => campaignId)
}

export async function getGroupMessage(tx: TenantTx, actor: Actor, id: string): Promise<GroupMessage> {
  const [details] = await withDetails(tx, actor, [await accessGroupMessage(tx, actor, id)])
  if (!details) throw new Error('The outcomes of a message are missing.')
  return details.message
}

const visibleMessages = (tx: TenantTx, actor: Actor, groupId: string | undefined) => {
  const visible = tx
    .selectFrom('groupMessages as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where(isGroupMessageVisible(actor))
    .where('g.state', '<>', 'undone')
    // Follow-ups are listed with their campaign.
    .where('g.step', '=', 0)
    .orderBy('g.startedAt', 'desc')
    .orderBy('g.id', 'desc')
    .selectAll('g')
  // An invite to one contact is part of their conversation, not a group message; a campaign always is one.
  return groupId === undefined
    ? visible.where(sql<boolean>`(g.total > 1 or g.group_id is not null or g.campaign_id is not null)`)
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
    messages: (await withDetails(tx, actor, page)).map(({ message }) => message),
    nextCursor: rows.length > PAGE && last ? `${last.startedAt}|${last.id}` : null,
  }
}

/** More messages of a group than these no longer count in its stats. */
const STATS_MESSAGES = 1000

/** Outcomes of the messages of a group: in total, and for the latest ones. */
export async function summarizeGroup(tx: TenantTx, actor: Actor, groupId: string) {
  const rows = await visibleMessages(tx, actor, groupId).limit(STATS_MESSAGES).execute()
  const counts = [...(await findRecipientCounts(tx, actor, rows)).values()]
  const countedAt = counts.map((each) => each.countedAt)
  const isCounted = countedAt.every((at) => at !== null)
  const performance = await withDetails(tx, actor, rows.slice(0, PERFORMANCE_MESSAGES))
  return {
    messages: rows.length,
    stats: sumOutcomes({
      counts: counts.flatMap((each) => each.counts),
      countedAt: isCounted ? (countedAt.toSorted()[0] ?? tx.now()) : null,
      uncounted: counts.reduce((sum, each) => sum + each.uncounted, 0),
      isPartial: counts.some((each) => each.isPartial),
    }),
    performance: performance.map(({ message }) => message),
  }
}

const DAY_MS = 24 * 3_600_000

export interface GroupActivity {
  id: string
  latestMessage: string | null
  latestMessageAt: string | null
  unreadReplies: number
}

/** How many of the newest unread conversations, open and closed, are examined, and how many messages of each. */
const UNREAD_MAX = 1000
const RECENT_MESSAGES = 100

/**
 * The latest message of each group, and the unread conversations with recipients of the last `days`, among the newest.
 */
export async function findActivity(
  tx: TenantTx,
  actor: Actor,
  groupIds: readonly string[],
  days: number,
): Promise<Map<string, GroupActivity>> {
  const since = shift(tx.now(), -days * DAY_MS)
  const unread = (state: string) => sql`(
    select c.id, c.latest_index from conversations c
    where c.tenant_id = ${tx.tenantId} and ${sql.raw(state)} and c.unread_messages > 0
      and c.sorted_at > ${since}::timestamptz and ${isVisible(actor, 'c')}
    order by c.sorted_at desc, c.id desc limit ${UNREAD_MAX}
  )`
  const { rows } = await sql<GroupActivity>`
    select w.id, g.body as "latestMessage", g.started_at as "latestMessageAt", coalesce(u.n, 0)::int as "unreadReplies"
    from unnest(${[...groupIds]}::uuid[]) as w (id)
    left join lateral (
      select coalesce(nullif(g.body, ''), (
        select string_agg(f.filename, ', ' order by f.position) from files f
        where f.tenant_id = ${tx.tenantId} and f.group_message_id = g.id
      )) as body, g.started_at from group_messages g
      where g.tenant_id = ${tx.tenantId} and g.group_id = w.id and g.state <> 'undone'
        and ${isGroupMessageVisible(actor)} order by g.started_at desc, g.id desc limit 1
    ) g on true
    left join (
      select g.group_id, count(distinct c.id) as n
      from (${unread('not c.is_closed')} union all ${unread('c.is_closed')}) c
      cross join lateral (
        select m.id, m.index from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.index > c.latest_index - ${RECENT_MESSAGES}::int
          and m.purpose = 'automatic' and m.created_at > ${since}::timestamptz offset 0
      ) m
      cross join lateral (
        select r.group_message_id from group_recipients r where r.tenant_id = ${tx.tenantId} and r.message_id = m.id limit 1
      ) r
      join group_messages g on g.tenant_id = ${tx.tenantId} and g.id = r.group_message_id
      where exists (
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
