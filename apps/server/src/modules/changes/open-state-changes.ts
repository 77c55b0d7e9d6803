import { sql } from 'kysely'
import { conversationClosed, conversationOpened } from '../conversations/events.ts'
import type { ChangeStep } from './change-conversations.ts'
import { type ChangeRun, defineChange, noInput, type PreviousState, previously } from './define-change.ts'

interface Close {
  /** The rule that closes it. */
  rule?: 'status' | 'auto-close'
}

const closed = ({ rule }: Close = {}): ChangeStep => ({
  set: { isClosed: true },
  event: conversationClosed.of(rule && { by: rule }),
  update: { kind: 'closed', value: null },
})

const opened = (): ChangeStep => ({
  set: { isClosed: false },
  event: conversationOpened.of(),
  update: { kind: 'opened', value: null },
})

/**
 * Reopens closed conversations and restores what closing cleared: the waiting, and a snooze whose time has not come
 * yet.
 */
export function reopen(run: ChangeRun, previous: ReadonlyMap<string, PreviousState>, only = sql<boolean>`true`) {
  const until = previously(previous, 'snoozedUntil', 'timestamptz')
  const isSnoozed = sql`coalesce(${previously(previous, 'isSnoozed', 'boolean')} and coalesce(${until} > ${run.at}::timestamptz, true), false)`
  const step = opened()
  return run.step(previous.keys(), {
    ...step,
    set: {
      ...step.set,
      needsAnswerSince: previously(previous, 'needsAnswerSince', 'timestamptz'),
      isSnoozed,
      snoozedUntil: sql`case when ${isSnoozed} then ${until} end`,
    },
    only: sql`(c.is_closed and ${only})`,
  })
}

export const closeChange = defineChange<'close', Close>({
  kind: 'close',
  load: noInput,
  apply: (run, ids, input) => run.step(ids, closed(input)),
  undo: (run, previous) => reopen(run, previous),
})

export const openChange = defineChange({
  kind: 'open',
  load: noInput,
  apply: (run, ids) => run.step(ids, opened()),
  undo: (run, previous) => run.step(previous.keys(), { ...closed(), only: sql`not c.is_closed` }),
})
