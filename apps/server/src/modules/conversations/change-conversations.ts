import type { Conversation, LogUpdate, Message } from '@frontdesk/contract/api'
import { type ConversationFacts, DEFAULT_FOLDER } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import type { EventContent } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { roomsFor } from '../visibility/index.ts'
import { MOVE_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationLeft } from './events.ts'
import { conversationChanged, messageCreated } from './realtime.ts'
import { type ConversationRow, conversationColumns, toConversation, toMessage } from './rows.ts'

const COLUMNS = {
  toUserId: { column: 'to_user_id', type: 'uuid' },
  locationId: { column: 'location_id', type: 'uuid' },
  folder: { column: 'folder', type: 'text' },
  statusKey: { column: 'status_key', type: 'text' },
  isClosed: { column: 'is_closed', type: 'boolean' },
  friendlyName: { column: 'friendly_name', type: 'text' },
  mergedCount: { column: 'merged_count', type: 'integer' },
  unreadMessages: { column: 'unread_messages', type: 'integer' },
  isSnoozed: { column: 'is_snoozed', type: 'boolean' },
  snoozedUntil: { column: 'snoozed_until', type: 'timestamptz' },
  snoozedBy: { column: 'snoozed_by', type: 'uuid' },
  needsAnswerSince: { column: 'needs_answer_since', type: 'timestamptz' },
  isContactRestricted: { column: 'is_contact_restricted', type: 'boolean' },
} as const

/** What may be set of conversations, a value for all of them or SQL over the row `c`. */
type Values = { [Name in keyof typeof COLUMNS]?: string | number | boolean | null | RawBuilder<unknown> }

/** One step of a change: the same new values, event and update for all conversations it concerns. */
export interface ChangeStep {
  set: Values
  event: EventContent
  /** The update in each thread; null for none. */
  update: LogUpdate | null
  /** The message that the event names when there is no update. */
  messageId?: string | undefined
}

interface Change {
  set: Values
  event: EventContent
  /** Null for what the business does by itself. */
  by: { userId: string; displayName: string } | null
  at: string
  bulkActionId?: string
}

/** Elsewhere a conversation stays in its folder if there is one of that key, and starts anew if not. */
const withFolder = (tx: TenantTx, set: Values): Values =>
  set.locationId === undefined || set.locationId === null || set.folder !== undefined
    ? set
    : {
        ...set,
        folder: sql`case when exists (
          select from folders f where f.tenant_id = ${tx.tenantId} and f.key = c.folder
            and f.location_id = ${isSql(set.locationId) ? set.locationId : sql`${set.locationId}::uuid`}
        ) then c.folder else ${DEFAULT_FOLDER} end`,
      }

const isSql = (value: Values[keyof Values]) => typeof value === 'object' && value !== null

/** What follows from the new values: a closed conversation neither sleeps nor waits, and whose it became is dated. */
const consequencesOf = (set: Values, at: string) => [
  ...(set.isClosed === true
    ? [sql`is_snoozed = false`, sql`snoozed_until = null`, sql`needs_answer_since = null`]
    : []),
  ...(set.toUserId === undefined
    ? []
    : [
        sql`assigned_at = case when c.to_user_id is distinct from ${isSql(set.toUserId) ? set.toUserId : sql`${set.toUserId}::uuid`}
          then ${at}::timestamptz else c.assigned_at end`,
      ]),
]

/** The new values as assignments, and whether they would change the row `c`. */
function assignmentsOf(set: Values, at: string) {
  const parts = (Object.keys(set) as (keyof Values)[]).map((name) => {
    const { column, type } = COLUMNS[name]
    const value = set[name]
    return { column: sql.raw(column), value: isSql(value) ? value : sql`${value ?? null}::${sql.raw(type)}` }
  })
  return {
    assignments: sql.join([...parts.map(({ column, value }) => sql`${column} = ${value}`), ...consequencesOf(set, at)]),
    differs: sql<boolean>`(${sql.join(
      parts.map(({ column, value }) => sql`c.${column} is distinct from ${value}`),
      sql` or `,
    )})`,
  }
}

const dataOf = ({ data }: EventContent, bulkActionId: string | undefined) =>
  JSON.stringify({ ...data, ...(bulkActionId && { bulkActionId }) })

/**
 * The one way in which many conversations get other attributes: rows, kept totals, a line in each thread, the log of
 * events and the live push. What is so already stays as it is and is not returned. Whoever loses sight of one learns
 * that it is gone.
 */
export async function changeConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  {
    ids,
    visible = sql<boolean>`true`,
    set,
    event,
    by,
    at,
    bulkActionId,
    update = null,
    messageId,
    isQuiet = false,
  }: Change & {
    ids: readonly string[]
    visible?: RawBuilder<boolean>
    update?: LogUpdate | null
    messageId?: string | undefined
    /** Open screens hear nothing of each: whoever changes so many tells them to read their lists anew. */
    isQuiet?: boolean
  },
): Promise<Conversation[]> {
  if (ids.length === 0) return []
  const { assignments, differs } = assignmentsOf(withFolder(tx, set), at)
  const lineIds = ids.map(newId)
  const steps = update ? 1 : 0
  const { rows } = await sql<
    ConversationRow & { eventId: string; lineId: string; fromLocationId: string; fromUserId: string | null }
  >`
    with asked as (
      select * from unnest(${ids}::uuid[], ${lineIds}::uuid[]) as a (id, line_id)
    ), before as materialized (
      select c.* from conversations c
      where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${visible} and ${differs}
      order by c.id for no key update
    ), changed as (
      update conversations c set ${assignments}, latest_index = c.latest_index + ${steps}, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), counted as (${forTenant(tx, (tenant) => MOVE_STEPS('before', 'changed', tenant))}
    ), line as (
      insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author_user_id, author, body, data, created_at)
      select ${tx.tenantId}::uuid, a.line_id, c.id, c.latest_index, 'update', true, ${by?.userId ?? null}::uuid, ${by?.displayName ?? ''}, '',
        ${update && JSON.stringify({ update })}::jsonb, ${at}::timestamptz
      from changed c join asked a on a.id = c.id where ${update !== null}
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, message_id, actor_user_id, data, created_at)
      select ${tx.tenantId}, case when place.step = 0 then ${conversationLeft.type} else ${event.type} end, place.location_id, place.to_user_id, c.id, place.line_id, ${by?.userId ?? null}::uuid,
        case when place.step = 0 then '{}' else ${dataOf(event, bulkActionId)}::jsonb end, ${at}::timestamptz
      from changed c join before b on b.id = c.id join asked a on a.id = c.id
      cross join lateral (
        select 0 as step, b.location_id, b.to_user_id, null::uuid as line_id
        where (b.location_id, b.to_user_id) is distinct from (c.location_id, c.to_user_id)
        union all select 1, c.location_id, c.to_user_id, case when ${update !== null} then a.line_id else ${messageId ?? null}::uuid end
      ) place
      order by c.id, place.step
      returning id, conversation_id
    )
    select (select max(told.id) from told where told.conversation_id = c.id) as "eventId", a.line_id as "lineId",
      b.location_id as "fromLocationId", b.to_user_id as "fromUserId", ${forTenant(tx, conversationColumns)}
    from changed c
    join before b on b.id = c.id
    join asked a on a.id = c.id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`.execute(tx)

  const changed = rows.map((row) => ({ row, conversation: toConversation(row) }))
  tx.afterCommit(() => {
    for (const { row, conversation } of isQuiet ? [] : changed) {
      const before: ConversationFacts = { locationID: row.fromLocationId, toUserID: row.fromUserId }
      const after: ConversationFacts = { locationID: row.locationId, toUserID: row.toUserId }
      const isMoved = before.locationID !== after.locationID || before.toUserID !== after.toUserID
      if (isMoved) {
        const { sid, version } = conversation
        const gone = { type: 'conversation.gone', id: row.eventId, at, sid, version } as const
        // Whoever sees it here and there keeps it on screen, with the dialog they have open.
        deps.push(tx.tenantId, roomsFor(before), gone, roomsFor(after))
      }
      const line = update && lineOf(row, { update, by, at })
      deps.push(
        tx.tenantId,
        roomsFor(after),
        line ? messageCreated(row.eventId, at, conversation, line) : conversationChanged(row.eventId, at, conversation),
      )
    }
    deps.wake()
  })
  return changed.map(({ conversation }) => conversation)
}

const lineOf = (
  row: ConversationRow & { lineId: string },
  { update, by, at }: { update: LogUpdate; by: Change['by']; at: string },
): Message =>
  toMessage({
    id: row.lineId,
    conversationId: row.id,
    index: row.latestIndex,
    type: 'update',
    isOutgoing: true,
    authorUserId: by?.userId ?? null,
    author: by?.displayName ?? '',
    body: '',
    data: { update },
    deliveryStatus: null,
    errorCode: null,
    errorReason: null,
    canRetry: false,
    isHandled: false,
    segments: null,
    version: 1,
    createdAt: at,
    media: [],
    seenBy: [],
  })

/**
 * The same for all conversations that `which` picks among the rows `c`, however many: without lines in their threads and
 * without a push for each. The log tells of each where it was and where it is; open screens are to read their lists anew.
 * Returns how many were open.
 */
export async function changeManyQuietly(
  tx: TenantTx,
  { which, set, event, by, at, bulkActionId }: Change & { which: RawBuilder<boolean> },
): Promise<number> {
  const { assignments, differs } = assignmentsOf(withFolder(tx, set), at)
  const { rows } = await sql<{ open: number }>`
    with before as materialized (
      select c.* from conversations c where c.tenant_id = ${tx.tenantId} and ${which} and ${differs} order by c.id for no key update
    ), changed as (
      update conversations c set ${assignments}, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), counted as (${forTenant(tx, (tenant) => MOVE_STEPS('before', 'changed', tenant))}
    ), told as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, actor_user_id, data, created_at)
      select ${tx.tenantId}, case when place.step = 0 then ${conversationLeft.type} else ${event.type} end, place.location_id, place.to_user_id, c.id, ${by?.userId ?? null}::uuid, case when place.step = 0 then '{}' else ${dataOf(event, bulkActionId)}::jsonb end,
        ${at}::timestamptz
      from changed c join before b on b.id = c.id
      cross join lateral (
        select 0 as step, b.location_id, b.to_user_id where (b.location_id, b.to_user_id) is distinct from (c.location_id, c.to_user_id)
        union all select 1, c.location_id, c.to_user_id
      ) place
      order by c.id, place.step
    )
    select count(*) filter (where not is_closed)::int as open from changed`.execute(tx)
  return rows[0]?.open ?? 0
}
