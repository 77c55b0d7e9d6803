import type { CatchUp, RealtimeEvent } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import type { EventDefinition, LoggedEvent, StoredEvent } from '../../platform/events/define-event.ts'
import { findConversationsByIds, toConversation } from '../conversations/index.ts'
import { findMessages, messageChanged, toMessage } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'

/** Refetching everything is faster than catching up on more events than this. */
const CATCH_UP_MAX = 500
/**
 * How far before the last seen event replay starts. Ids are assigned before commit, so an event with a lower id may
 * have appeared later; no transaction lives as long as this (TRANSACTION_TIMEOUT_MS), and versions make repeats
 * harmless.
 */
const OVERLAP = '30 seconds'

interface CatchUpDeps {
  inTenant: InTenant
  /** The events of all modules, by type. */
  events: ReadonlyMap<string, EventDefinition>
}

/** An event with an audience was recorded for the actor alone. */
type MissedEvent = StoredEvent & { audienceUserId: string | null }

/**
 * Returns what a screen missed since event `after`, as the present state of everything that changed since: applied to
 * the old screen, it makes the fresh one. Conversations that the actor could see then and cannot see now are reported
 * as gone.
 */
export async function catchUp(
  { inTenant, events: definitions }: CatchUpDeps,
  actor: Actor,
  after: string | null,
): Promise<CatchUp> {
  const typesWith = (rule: EventDefinition['catchUp']) =>
    [...definitions.values()].filter(({ catchUp }) => catchUp === rule).map(({ type }) => type)
  return inTenant(actor, async (tx) => {
    const newest = await tx
      .selectFrom('events')
      .where('tenantId', '=', tx.tenantId)
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    const lastId = newest?.id ?? '0'
    if (after === null) return { status: 'ok', events: [], lastId }
    // An id from the future belongs to another log: the database was replaced.
    if (BigInt(after) > BigInt(lastId)) return { status: 'reload', lastId }

    const start = sql<string>`(
      with seen as (
        select created_at from events where tenant_id = ${tx.tenantId} and id <= ${after}::bigint order by id desc limit 1
      )
      select coalesce((
        select id from events where tenant_id = ${tx.tenantId} and id <= ${after}::bigint
          and created_at < (select created_at from seen) - ${OVERLAP}::interval
        order by id desc limit 1
      ), 0)
    )`
    const rows = await tx
      .selectFrom('events as e')
      .where('e.tenantId', '=', tx.tenantId)
      .where('e.id', '>', start)
      .where(sql<boolean>`e.type <> all(${typesWith('none')}::text[])`)
      .where(
        sql<boolean>`(e.audience_user_id = ${actor.userId} or e.audience_user_id is null and (
          e.location_id is not null and ${isVisible(actor, 'e')}
          or e.location_id is null and e.type = any(${typesWith('present-state')}::text[])
        ))`,
      )
      .select(['e.tenantId', 'e.id', 'e.type', 'e.conversationId', 'e.messageId', 'e.actorUserId', 'e.locationId'])
      .select(['e.toUserId', 'e.createdAt as at', 'e.data', 'e.audienceUserId'])
      .orderBy('e.id')
      .limit(CATCH_UP_MAX + 1)
      .execute()
    if (rows.length > CATCH_UP_MAX) return { status: 'reload', lastId }
    const events = await findPresentState(tx, actor, definitions, rows)
    return events ? { status: 'ok', events, lastId } : { status: 'reload', lastId }
  })
}

/**
 * Null when an event of an older version has data that the present code cannot parse: only refetching is correct then.
 */
async function findPresentState(
  tx: TenantTx,
  actor: Actor,
  definitions: CatchUpDeps['events'],
  missed: MissedEvent[],
): Promise<RealtimeEvent[] | null> {
  const shared = missed.filter(({ audienceUserId }) => audienceUserId === null)
  const newest = new Map<string, StoredEvent>()
  for (const event of shared) if (event.conversationId) newest.set(event.conversationId, event)
  const conversations = await findConversationsByIds(tx, actor, [...newest.keys()])
  // As the actor may see them, who may see the contacts of restricted ones.
  const visible = new Map(conversations.map((conversation) => [conversation.id, toConversation(conversation)]))

  const present: RealtimeEvent[] = [...newest].map(([conversationId, { id, at }]) => {
    const conversation = visible.get(conversationId)
    return conversation
      ? { type: 'conversation.changed', id, at, conversation }
      : { type: 'conversation.gone', id, at, sid: toSid('CH', conversationId), version: null }
  })

  const isNew = ({ type }: StoredEvent) => definitions.get(type)?.catchUp !== 'message-changed'
  const created = new Set(shared.filter(isNew).map(({ messageId }) => messageId))
  for (const row of await findMessages(tx, [...new Set(shared.flatMap(({ messageId }) => messageId ?? []))])) {
    const conversation = visible.get(row.conversationId)
    const source = newest.get(row.conversationId)
    if (!conversation || !source) continue
    const { id, at } = source
    present.push(
      created.has(row.id)
        ? { type: 'message.created', id, at, conversation, message: toMessage(row) }
        : messageChanged(id, at, row),
    )
  }

  const concerned = missed.filter(
    ({ audienceUserId, conversationId }) => audienceUserId !== null || !conversationId || visible.has(conversationId),
  )
  for (const [type, events] of Map.groupBy(concerned, (event) => event.type)) {
    const definition = definitions.get(type)
    if (definition?.catchUp !== 'present-state') continue
    const parsed: LoggedEvent[] = events.flatMap((event) => definition.parse(event) ?? [])
    if (parsed.length < events.length) return null
    present.push(...(await definition.presentState(parsed, { tx, actor })))
  }
  return present
}
