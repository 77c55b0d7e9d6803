import type { RealtimeEvent } from '@frontdesk/contract/api'
import type { ConversationScope } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { TenantTx } from '../database/database.ts'

/** A row of the event log, with data that its definition has parsed. */
export interface LoggedEvent<Type extends string = string, Data = Record<string, unknown>> {
  tenantId: string
  id: string
  type: Type
  conversationId: string | null
  messageId: string | null
  actorUserId: string | null
  /** The visibility scope at the time of the event; null for events that are not broadcast. */
  locationId: string | null
  toUserId: string | null
  at: string
  data: Data
}

/** A row of the event log as it was stored, perhaps by an older version. */
export type StoredEvent = LoggedEvent<string, unknown>

/**
 * How a screen that was away catches up on an event. Whatever the rule, the conversation that an event names is sent as
 * it is now (or reported as gone), except with `none` and for events of one user.
 *
 * - `conversation`: that is all; a message it names is the update in its thread, which is new
 * - `message-created`: the message is new
 * - `message-changed`: the message was there before
 * - `none`: nothing is sent, for the reason given
 * - a function returns what else is sent: the present state of what these events changed. It gets the user's own events
 *   and those of conversations they can see now; for events without a scope, it decides who may know.
 */
export type CatchUpRule<Type extends string, Data> =
  | 'conversation'
  | 'message-created'
  | 'message-changed'
  | { none: string }
  | PresentState<Type, Data>

type PresentState<Type extends string, Data> = (
  events: LoggedEvent<Type, Data>[],
  context: CatchUpContext,
) => RealtimeEvent[] | Promise<RealtimeEvent[]>

export interface CatchUpContext {
  tx: TenantTx
  actor: Actor
}

/** Fields recorded with an event besides its data. */
export interface EventAddress {
  at: string
  /** Limits it to those who may see this scope. Absent for events that concern one user, or no conversation. */
  scope?: ConversationScope
  /** Limits it to this user's screens. */
  audienceUserId?: string
  conversationId?: string
  messageId?: string | undefined
  actorUserId?: string | undefined
}

/** An event about to be recorded: which one, and its data. Made by `of`, so the data fits the definition. */
export interface EventContent {
  type: string
  data: Record<string, unknown>
}

/** `data` may be left out where no field is required. */
type WithData<Data> = Record<never, never> extends Data ? { data?: Data } : { data: Data }

export interface EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> {
  type: Type
  schema: Data
  catchUp: 'conversation' | 'message-created' | 'message-changed' | 'none' | 'present-state'
  /** Parses a stored row; undefined when its data does not fit, as an older version may have written it. */
  parse(event: StoredEvent): LoggedEvent<Type, z.output<Data>> | undefined
  /** Appends the event to the log and returns its id, a decimal string. */
  record(tx: TenantTx, event: EventAddress & WithData<z.input<Data>>): Promise<string>
  /** The same for many events in one statement; returns their ids in the same order. */
  recordAll(tx: TenantTx, events: readonly (EventAddress & WithData<z.input<Data>>)[]): Promise<string[]>
  /** For operations that take the event to record as an argument. */
  of(...data: Record<never, never> extends z.input<Data> ? [z.input<Data>?] : [z.input<Data>]): EventContent
  /** The result of a function as catch-up rule; nothing for the other rules. */
  presentState(events: LoggedEvent<Type, z.output<Data>>[], context: CatchUpContext): Promise<RealtimeEvent[]>
}

/** The type of a definition's events, as subscribers get them. */
export type EventOf<Definition extends EventDefinition> = NonNullable<ReturnType<Definition['parse']>>

const NO_DATA = z.object({})

/**
 * Defines a kind of event: its name, in past tense, its data, and how screens catch up on it. Stored events outlive the
 * code that wrote them, so a field added later is optional or has a default.
 */
export function defineEvent<const Type extends string, Data extends z.ZodObject>(
  type: Type,
  options: { data: Data; catchUp: CatchUpRule<Type, z.output<Data>> },
): EventDefinition<Type, Data>
export function defineEvent<const Type extends string>(
  type: Type,
  options: { catchUp: CatchUpRule<Type, Record<never, never>> },
): EventDefinition<Type, typeof NO_DATA>
export function defineEvent(
  type: string,
  { data: schema = NO_DATA, catchUp }: { data?: z.ZodObject; catchUp: CatchUpRule<string, Record<string, unknown>> },
): EventDefinition {
  return {
    type,
    schema,
    catchUp: typeof catchUp === 'function' ? 'present-state' : typeof catchUp === 'string' ? catchUp : 'none',
    parse: (event) => {
      const { data, success } = schema.safeParse(event.data)
      return success ? { ...event, type, data } : undefined
    },
    record: (tx, { data = {}, ...address }) => recordEvent(tx, { ...address, type, data }),
    recordAll: (tx, events) =>
      recordEvents(
        tx,
        events.map(({ data = {}, ...address }) => ({ ...address, type, data })),
      ),
    of: (data = {}) => ({ type, data }),
    presentState: async (events, context) => (typeof catchUp === 'function' ? catchUp(events, context) : []),
  }
}

/** Appends to the event log and returns the event's id. The compiler has checked the data; nothing is parsed here. */
export async function recordEvent(tx: TenantTx, event: EventAddress & EventContent): Promise<string> {
  const [id] = await recordEvents(tx, [event])
  if (id === undefined) throw new Error('An event was not stored.')
  return id
}

/** Appends events to the log in one statement, in this order, and returns their ids. */
export async function recordEvents(tx: TenantTx, events: readonly (EventAddress & EventContent)[]): Promise<string[]> {
  if (events.length === 0) return []
  const values = events.map((event, position) => ({
    position,
    type: event.type,
    location_id: event.scope?.locationId,
    to_user_id: event.scope?.assigneeId,
    audience_user_id: event.audienceUserId,
    conversation_id: event.conversationId,
    message_id: event.messageId,
    actor_user_id: event.actorUserId,
    data: event.data,
    created_at: event.at,
  }))
  // The sequence numbers rows after they are sorted, and they are returned in the order of their insertion.
  const { rows } = await sql<{ id: string }>`
    insert into events (
      tenant_id, type, location_id, to_user_id, audience_user_id, conversation_id, message_id, actor_user_id, data, created_at
    )
    select ${tx.tenantId}::uuid, e.type, e.location_id, e.to_user_id, e.audience_user_id, e.conversation_id, e.message_id,
      e.actor_user_id, e.data, e.created_at
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e (
      position int, type text, location_id uuid, to_user_id uuid, audience_user_id uuid, conversation_id uuid, message_id uuid,
      actor_user_id uuid, data jsonb, created_at timestamptz
    )
    order by e.position
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * SQL for the part of an event's data that a statement computes: an expression for each field. The other fields, which
 * are known before, are typed as `Omit<…, the computed ones>`.
 */
export const dataSql = <Data extends z.ZodObject>(
  _definition: EventDefinition<string, Data>,
  expressions: { [Field in keyof z.input<Data>]?: string },
): string =>
  `jsonb_build_object(${Object.entries(expressions)
    .map(([field, expression]) => `'${field}', ${expression}`)
    .join(', ')})`

/**
 * The definitions of all modules, by type. Two with one name throw here; otherwise the mistake would only show when
 * events are read.
 */
export function eventCatalog(definitions: readonly EventDefinition[]): ReadonlyMap<string, EventDefinition> {
  const catalog = new Map<string, EventDefinition>()
  for (const definition of definitions) {
    if (catalog.has(definition.type)) throw new Error(`The event ${definition.type} is defined twice.`)
    catalog.set(definition.type, definition)
  }
  return catalog
}
