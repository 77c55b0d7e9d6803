import type { LogUpdate } from '@frontdesk/contract/api'
import { DEFAULT_FOLDER, toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import type { EventContent } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { conversationLeft } from '../conversations/events.ts'
import {
  CONVERSATION_COLUMNS,
  type ConversationColumns,
  type ConversationDeps,
  type ConversationRow,
  conversationChanged,
  hideContact,
} from '../conversations/index.ts'
import { type MessageRow, messageCreated, newMessage } from '../threads/index.ts'
import { MOVE_DELTAS } from '../totals/index.ts'
import { roomsFor } from '../visibility/index.ts'

const COLUMNS = {
  assigneeId: { column: 'to_user_id', type: 'uuid' },
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

/** New values: one for all conversations, or SQL over the row `c`. */
type Values = { [Name in keyof typeof COLUMNS]?: string | number | boolean | null | RawBuilder<unknown> }

/** One step of a change: the same new values, event and update for all conversations it concerns. */
export interface ChangeStep {
  set: Values
  event: EventContent
  /** The update in each thread; null for none. */
  update: LogUpdate | null
  /** A further condition on the row `c`. */
  only?: RawBuilder<boolean>
  /**
   * Also changes conversations that already have these values, because the update adds something: the note of an
   * assignment.
   */
  isRepeatable?: boolean
  /** The messages that the events name when there is no update, by conversation. */
  messageIds?: ReadonlyMap<string, string>
}

/** The author and time of a change. */
export interface Origin {
  /** Null for a rule of the business. */
  by: { userId: string; displayName: string } | null
  at: string
  bulkActionId?: string
  /** The name of the automation that makes the change, for the updates in the threads. */
  automation?: string
}

/** A conversation that moves to another location keeps its folder if that location has one of the same key. */
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

/** Implied values: closing stamps `closed_at` and clears snooze and waiting; a new assignee stamps `assigned_at`. */
const consequencesOf = (set: Values, at: string) => [
  ...(set.isClosed === true
    ? [
        sql`closed_at = case when c.is_closed then c.closed_at else ${at}::timestamptz end`,
        sql`is_snoozed = false`,
        sql`snoozed_until = null`,
        sql`needs_answer_since = null`,
      ]
    : []),
  ...(set.assigneeId === undefined
    ? []
    : [
        sql`assigned_at = case when c.to_user_id is distinct from ${isSql(set.assigneeId) ? set.assigneeId : sql`${set.assigneeId}::uuid`}
          then ${at}::timestamptz else c.assigned_at end`,
      ]),
]

/** The new values as assignments, and whether the step concerns the row `c`. */
function effectOf(
  tx: TenantTx,
  { set: values, only = sql<boolean>`true`, isRepeatable }: ChangeStep,
  at: string,
): { assignments: RawBuilder<unknown>; isConcerned: RawBuilder<boolean> } {
  const set = withFolder(tx, values)
  const parts = (Object.keys(set) as (keyof Values)[]).map((name) => {
    const { column, type } = COLUMNS[name]
    const value = set[name]
    return { column: sql.raw(column), value: isSql(value) ? value : sql`${value ?? null}::${sql.raw(type)}` }
  })
  const differs = sql.join(
    parts.map(({ column, value }) => sql`c.${column} is distinct from ${value}`),
    sql` or `,
  )
  return {
    assignments: sql.join([...parts.map(({ column, value }) => sql`${column} = ${value}`), ...consequencesOf(set, at)]),
    isConcerned: isRepeatable ? only : sql<boolean>`(${only} and (${differs}))`,
  }
}

/** The event, with the bulk action that made the change. */
export const withBulkAction = ({ type, data }: EventContent, bulkActionId: string | undefined): EventContent => ({
  type,
  data: { ...data, ...(bulkActionId && { bulkActionId }) },
})

/**
 * Records the event of each changed conversation. One that got another location or assignee also records, under its
 * previous scope, that it left.
 */
const recordEvents = (
  tx: TenantTx,
  { event }: ChangeStep,
  { by, at, bulkActionId }: Origin,
  { joins, messageId }: { joins?: RawBuilder<unknown>; messageId?: RawBuilder<unknown> } = {},
) => sql`
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, message_id, actor_user_id, data, created_at)
      select ${tx.tenantId}, scope.type, scope.location_id, scope.to_user_id, c.id, scope.message_id, ${by?.userId ?? null}::uuid,
        scope.data, ${at}::timestamptz
      from changed c join before b on b.id = c.id ${joins ?? sql``}
      cross join lateral (
        select 0 as step, ${conversationLeft.type} as type, b.location_id, b.to_user_id, null::uuid as message_id, '{}'::jsonb as data
        where (b.location_id, b.to_user_id) is distinct from (c.location_id, c.to_user_id)
        union all select 1, ${event.type}, c.location_id, c.to_user_id, ${messageId ?? sql`null::uuid`},
          ${JSON.stringify(withBulkAction(event, bulkActionId).data)}::jsonb
      ) scope
      order by c.id, scope.step
      returning id, conversation_id`

/**
 * Changes conversations and what follows from it, in one statement: rows, maintained totals, the update in each thread
 * and the event log; after commit, the live push. Those that already have the values are left alone and not returned.
 * Viewers who can no longer see one are sent that it is gone.
 */
export async function changeConversations(
  deps: ConversationDeps,
  tx: TenantTx,
  ids: readonly string[],
  step: ChangeStep,
  {
    isQuiet = false,
    ...origin
  }: Origin & {
    /** Nothing is pushed: with so many changes the caller makes open screens refetch their lists. */
    isQuiet?: boolean
  },
): Promise<ConversationRow[]> {
  if (ids.length === 0) return []
  const { messageIds } = step
  const { by, at, automation } = origin
  const update = step.update && automation !== undefined ? { ...step.update, automation } : step.update
  const { assignments, isConcerned } = effectOf(tx, step, at)
  const namedIds = ids.map((id) => (update ? newId() : (messageIds?.get(id) ?? null)))
  const { rows } = await sql<
    ConversationColumns & { eventId: string; messageId: string; fromLocationId: string; fromUserId: string | null }
  >`
    with requested as (
      select * from unnest(${ids}::uuid[], ${namedIds}::uuid[]) as r (id, message_id)
    ), before as materialized (
      select c.* from conversations c
      where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isConcerned}
      order by c.id for no key update
    ), changed as (
      update conversations c set ${assignments}, latest_index = c.latest_index + ${update ? 1 : 0}, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), counted as (${forTenant(tx, (tenant) => MOVE_DELTAS('before', 'changed', tenant))}
    ), written as (
      insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author_user_id, author, body, data, created_at)
      select ${tx.tenantId}::uuid, r.message_id, c.id, c.latest_index, 'update', true, ${by?.userId ?? null}::uuid, ${by?.displayName ?? ''}, '',
        ${update && JSON.stringify({ update })}::jsonb, ${at}::timestamptz
      from changed c join requested r on r.id = c.id where ${update !== null}
    ), recorded as (${recordEvents(tx, step, origin, {
      joins: sql`join requested r on r.id = c.id`,
      messageId: sql`r.message_id`,
    })}
    )
    select (select max(e.id) from recorded e where e.conversation_id = c.id) as "eventId", r.message_id as "messageId",
      b.location_id as "fromLocationId", b.to_user_id as "fromUserId", ${forTenant(tx, CONVERSATION_COLUMNS.sql)}
    from changed c
    join before b on b.id = c.id
    join requested r on r.id = c.id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    left join users u on u.tenant_id = ${tx.tenantId} and u.id = c.to_user_id`.execute(tx)

  tx.afterCommit(() => {
    for (const row of isQuiet ? [] : rows) {
      const { eventId, version } = row
      const before = { locationId: row.fromLocationId, assigneeId: row.fromUserId }
      if (before.locationId !== row.locationId || before.assigneeId !== row.assigneeId) {
        const gone = { type: 'conversation.gone', id: eventId, at, sid: toSid('CH', row.id), version } as const
        // Viewers who see it before and after keep it on screen, with an open dialog.
        deps.push(tx.tenantId, roomsFor(before), gone, roomsFor(row))
      }
      deps.push(
        tx.tenantId,
        roomsFor(row),
        update
          ? messageCreated(eventId, at, row, updateMessage(row, { update, by, at }))
          : conversationChanged(eventId, at, row),
      )
    }
    deps.wake()
  })
  return rows.map(hideContact)
}

const updateMessage = (
  row: ConversationColumns & { messageId: string },
  { update, by, at }: { update: LogUpdate } & Origin,
): MessageRow =>
  newMessage({
    id: row.messageId,
    conversationId: row.id,
    index: row.latestIndex,
    type: 'update',
    isOutgoing: true,
    authorUserId: by?.userId ?? null,
    author: by?.displayName ?? '',
    data: { update },
    createdAt: at,
  })

/**
 * Changes all conversations `c` that `where` selects, however many, without updates in their threads and without
 * pushes: the caller makes open screens refetch their lists. Returns how many of them were open.
 */
export async function changeAll(
  tx: TenantTx,
  where: RawBuilder<boolean>,
  step: ChangeStep,
  origin: Origin,
): Promise<number> {
  const { assignments, isConcerned } = effectOf(tx, step, origin.at)
  const { rows } = await sql<{ open: number }>`
    with before as materialized (
      select c.* from conversations c where c.tenant_id = ${tx.tenantId} and ${where} and ${isConcerned} order by c.id for no key update
    ), changed as (
      update conversations c set ${assignments}, version = c.version + 1
      from before b where c.tenant_id = ${tx.tenantId} and c.id = b.id
      returning c.*
    ), counted as (${forTenant(tx, (tenant) => MOVE_DELTAS('before', 'changed', tenant))}
    ), recorded as (${recordEvents(tx, step, origin)}
    )
    select count(*) filter (where not is_closed)::int as open from changed`.execute(tx)
  return rows[0]?.open ?? 0
}
