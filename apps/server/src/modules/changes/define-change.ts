import type { BulkChange, ConversationScope, Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type EventContent, recordEvent } from '../../platform/events/define-event.ts'
import type { ConversationDeps, ConversationRow } from '../conversations/index.ts'
import { type ChangeStep, changeConversations, withBulkAction } from './change-conversations.ts'

/** The previous state of a conversation, as far as an undo needs it. Bulk actions store it as JSON. */
export interface PreviousState {
  isClosed: boolean
  folder: string
  toUserId: string | null
  statusKey: string | null
  unreadMessages: number
  isSnoozed: boolean
  snoozedUntil: string | null
  /** Absent in states stored before it was recorded. */
  snoozedBy?: string | null
  needsAnswerSince: string | null
  isMarkedUnread: boolean
  /** The numbers that the change blocked. */
  blocked?: string[]
  /** The conversations that were waiting for a reply to these numbers, and since when. */
  waitingSince?: Record<string, string>
}

/** A teammate with the rights that decide what they may change. */
type Person = Viewer & { displayName: string }

/** Values that a bulk action stores of a change until it runs. */
export interface ChangeValues {
  folderKey: string | null
  toUserId: string | null
  statusKey: string | null
  /** The name that `check` returned, or for `snooze` the time. */
  value: string | null
}

/** One run of a change: who makes it, and which conversations it has changed so far. */
export interface ChangeRun {
  deps: ConversationDeps
  tx: TenantTx
  /** Null for a rule of the business. */
  by: Person | null
  at: string
  /** The changed conversations, each with the parts of its previous state that only this change can know. */
  changed: Map<string, Partial<PreviousState>>
  /** Changes the conversations that differ, in one statement, and returns their new state. */
  step(ids: Iterable<string>, step: ChangeStep): Promise<ConversationRow[]>
  /** Records an event of a conversation that the change does not alter, and returns its id. */
  record(conversation: ConversationScope & { id: string }, event: EventContent, messageId: string): Promise<string>
}

export function startChange(
  deps: ConversationDeps,
  tx: TenantTx,
  {
    by,
    only: condition = sql<boolean>`true`,
    at = deps.now(),
    ...options
  }: {
    by: Person | null
    /**
     * Further condition on the row `c`. That `by` may see the conversation has been checked by the caller, under its
     * lock.
     */
    only?: RawBuilder<boolean>
    /** When a change of the contacts was made that it follows. */
    at?: string
    bulkActionId?: string
    /** The name of the automation that makes the change. */
    automation?: string
    isQuiet?: boolean
  },
): ChangeRun {
  const changed: ChangeRun['changed'] = new Map()
  return {
    deps,
    tx,
    by,
    at,
    changed,
    step: async (ids, step) => {
      const only = step.only ? sql<boolean>`(${condition} and ${step.only})` : condition
      const after = await changeConversations(deps, tx, [...ids], { ...step, only }, { ...options, by, at })
      for (const { id } of after) changed.set(id, changed.get(id) ?? {})
      return after
    },
    record: (conversation, event, messageId) =>
      recordEvent(tx, {
        ...withBulkAction(event, options.bulkActionId),
        at,
        scope: conversation,
        conversationId: conversation.id,
        messageId,
        actorUserId: by?.userId,
      }),
  }
}

interface ChangeDefinition<Input> {
  /** Changes the conversations that differ, and returns their new state. */
  apply: (run: ChangeRun, ids: readonly string[], input: Input) => Promise<ConversationRow[]>
}

interface BulkDefinition<Kind extends BulkChange, Input> extends ChangeDefinition<Input> {
  kind: Kind
  /** Whether the viewer's permissions allow it, besides seeing the conversation. Checked again before each batch. */
  isAllowed?: (viewer: Viewer, values: ChangeValues) => boolean
  /** Throws if no conversation could be changed, and returns the value to store: a name to display, or a time. */
  check?: (tx: TenantTx, actor: Viewer, values: ChangeValues, at: string) => Promise<string | null>
  /** Makes the input from stored values. It may lock what the change refers to, as conversations are locked later. */
  load: (tx: TenantTx, values: ChangeValues) => Promise<Input>
  /**
   * Locks contacts. They precede conversations in the lock order, so conversations must not be locked before it runs.
   */
  locksContacts?: boolean
  /** Restores the previous states, except of conversations that were changed otherwise since. */
  undo: (run: ChangeRun, previous: ReadonlyMap<string, PreviousState>, input: Input) => Promise<unknown>
}

/** A change that can be made in bulk, without its input type, as in the list of all of them. */
export interface AnyChange {
  kind: BulkChange
  isAllowed(viewer: Viewer, values: ChangeValues): boolean
  check(tx: TenantTx, actor: Viewer, values: ChangeValues, at: string): Promise<string | null>
  locksContacts: boolean
  /** Binds the change to stored values. */
  prepare(
    tx: TenantTx,
    values: ChangeValues,
  ): Promise<{
    apply(run: ChangeRun, ids: readonly string[]): Promise<unknown>
    undo(run: ChangeRun, previous: ReadonlyMap<string, PreviousState>): Promise<unknown>
  }>
}

export interface ConversationChange<Kind extends BulkChange, Input> extends AnyChange, ChangeDefinition<Input> {
  kind: Kind
}

/**
 * Defines a change to conversations once: for one of them, for many, for a rule of the business, and for its undo.
 * Rows, events and updates in the threads are the same in all four cases. Without a kind it is not offered in bulk.
 */
export function defineChange<const Kind extends BulkChange, Input>(
  definition: BulkDefinition<Kind, Input>,
): ConversationChange<Kind, Input>
export function defineChange<Input>(definition: ChangeDefinition<Input>): ChangeDefinition<Input>
export function defineChange<Kind extends BulkChange, Input>(
  definition: BulkDefinition<Kind, Input> | ChangeDefinition<Input>,
): ConversationChange<Kind, Input> | ChangeDefinition<Input> {
  if (!('kind' in definition)) return definition
  const {
    kind,
    isAllowed = () => true,
    check = async () => null,
    locksContacts = false,
    apply,
    load,
    undo,
  } = definition
  return {
    kind,
    isAllowed,
    check,
    locksContacts,
    apply,
    prepare: async (tx, values) => {
      const input = await load(tx, values)
      return {
        apply: (run, ids) => apply(run, ids, input),
        undo: (run, previous) => undo(run, previous, input),
      }
    },
  }
}

/** For changes without an input. */
export const noInput = async (): Promise<Record<never, never>> => ({})

/** SQL: a value of the previous state of the row `c`. */
export const previously = (
  previous: ReadonlyMap<string, Partial<PreviousState>>,
  name: keyof PreviousState,
  type: 'boolean' | 'timestamptz',
): RawBuilder<unknown> => {
  const values = Object.fromEntries([...previous].map(([id, state]) => [id, state[name]]))
  return sql`(${JSON.stringify(values)}::jsonb ->> c.id::text)::${sql.raw(type)}`
}

/** Groups conversation ids by a value of their previous state. */
export const groupByPrevious = <Value>(
  previous: ReadonlyMap<string, PreviousState>,
  by: (state: PreviousState) => Value,
): Map<Value, string[]> => {
  const groups = Map.groupBy(previous, ([, state]) => by(state))
  return new Map([...groups].map(([value, entries]) => [value, entries.map(([id]) => id)]))
}
