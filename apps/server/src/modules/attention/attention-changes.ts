import { type RawBuilder, sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  type ChangeRun,
  type ChangeStep,
  defineChange,
  groupByPrevious,
  noInput,
  type PreviousState,
  previously,
} from '../changes/index.ts'
import {
  conversationHandled,
  conversationRead,
  conversationSnoozed,
  conversationUnread,
  conversationUnsnoozed,
} from '../conversations/events.ts'
import { publishSeen, recordSeen } from './seen-messages.ts'
import { parseSnoozeEnd } from './snooze-end.ts'
import { setUnreadMarks } from './unread-marks.ts'
import { unsnoozeSpec } from './unsnooze-spec.ts'

interface Read {
  /** The last message on the screen of the teammate who reads it: later ones stay unread, and this one was seen. */
  upToIndex?: number
}

const read = ({ tx }: ChangeRun, { upToIndex }: Read = {}): ChangeStep => ({
  set: {
    unreadMessages:
      upToIndex === undefined
        ? 0
        : sql`least(c.unread_messages, (
          select count(*)::int from messages m
          where m.tenant_id = ${tx.tenantId} and m.conversation_id = c.id and m.index > ${upToIndex} and not m.is_outgoing
        ))`,
  },
  event: conversationRead.of(),
  update: null,
})

const unread = (count: number | RawBuilder<unknown>): ChangeStep => ({
  set: { unreadMessages: count },
  event: conversationUnread.of(),
  update: null,
})

async function setMarks(run: ChangeRun, conversationIds: readonly string[], isMarkedUnread: boolean): Promise<void> {
  if (!run.by) return
  const changed = await setUnreadMarks(run.deps, run.tx, { userId: run.by.userId, conversationIds, isMarkedUnread })
  for (const id of changed) run.changed.set(id, run.changed.get(id) ?? {})
}

const restoreUnread = async (run: ChangeRun, previous: ReadonlyMap<string, PreviousState>, from: number) => {
  for (const [count, ids] of groupByPrevious(previous, ({ unreadMessages }) => unreadMessages)) {
    const step = count === 0 ? read(run) : unread(count)
    await run.step(ids, { ...step, only: sql`c.unread_messages = ${from}` })
  }
}

/** Also removes the teammate's own unread mark. */
export const readChange = defineChange<'read', Read>({
  kind: 'read',
  load: noInput,
  apply: async (run, ids, input) => {
    await setMarks(run, ids, false)
    const seen = await recordSeen(run, ids, input)
    const changed = await run.step(ids, { ...read(run, input), messageIds: seen })
    await publishSeen(run, seen, changed)
    return changed
  },
  undo: async (run, previous) => {
    await restoreUnread(run, previous, 0)
    const marked = [...previous].filter(([, { isMarkedUnread }]) => isMarkedUnread)
    await setMarks(
      run,
      marked.map(([id]) => id),
      true,
    )
  },
})

/** Unread for the whole team. */
export const unreadChange = defineChange({
  kind: 'unread',
  load: noInput,
  apply: (run, ids) => run.step(ids, { ...unread(sql`greatest(c.unread_messages, 1)`), only: sql`not c.is_blocked` }),
  undo: (run, previous) => restoreUnread(run, previous, 1),
})

/**
 * Sets since when a conversation waits for a reply. No teammate decided it, so the thread gets no update about it.
 */
export const waiting = (since: string | RawBuilder<unknown> | null): ChangeStep => ({
  set: { needsAnswerSince: since },
  event: conversationHandled.of(),
  update: null,
})

/** Needs no reply, like a "thanks!". */
export const handledChange = defineChange({
  kind: 'handled',
  load: noInput,
  apply: (run, ids) =>
    run.step(ids, {
      set: { needsAnswerSince: null },
      event: conversationHandled.of(),
      update: { kind: 'handled', value: null },
    }),
  undo: (run, previous) =>
    run.step(previous.keys(), {
      ...waiting(previously(previous, 'needsAnswerSince', 'timestamptz')),
      only: sql`(c.needs_answer_since is null and not c.is_closed)`,
    }),
})

const unsnoozed = (): ChangeStep & { only: RawBuilder<boolean> } => ({
  set: { isSnoozed: false, snoozedUntil: null, snoozedBy: null },
  event: conversationUnsnoozed.of(),
  update: { kind: 'unsnoozed', value: null },
  only: sql`c.is_snoozed`,
})

interface Snooze {
  /** Null: until the contact writes. */
  until: string | null
}

/** Snoozes conversations; when their time comes they are unread for the teammate who snoozed them. */
async function snooze(
  run: ChangeRun,
  ids: Iterable<string>,
  { until, snoozedBy, only }: Snooze & { snoozedBy: string | null; only: RawBuilder<boolean> },
) {
  const after = await run.step(ids, {
    set: { isSnoozed: true, snoozedUntil: until, snoozedBy },
    event: conversationSnoozed.of(),
    update: { kind: 'snoozed', value: until },
    only,
  })
  if (until === null || after.length === 0) return after
  const { tenantId } = run.tx
  await enqueue(
    run.tx,
    ...after.map(({ id }) => unsnoozeSpec({ tenantId, conversationId: id, userId: snoozedBy }, until)),
  )
  return after
}

/** Snoozed before the change, and the time has not come yet. */
const isStillSnoozed = ({ isSnoozed, snoozedUntil }: PreviousState, at: string) =>
  isSnoozed && (snoozedUntil === null || isAfter(snoozedUntil, at))

/** Snoozes conversations again, until their own times and for the teammate who snoozed them first. */
async function snoozeAgain(
  run: ChangeRun,
  previous: ReadonlyMap<string, PreviousState>,
  only: RawBuilder<boolean>,
): Promise<void> {
  const snoozed = new Map([...previous].filter(([, state]) => isStillSnoozed(state, run.at)))
  for (const ids of groupByPrevious(snoozed, (state) => `${state.snoozedUntil} ${state.snoozedBy}`).values()) {
    const state = snoozed.get(ids[0] ?? '')
    if (!state) continue
    await snooze(run, ids, {
      until: state.snoozedUntil,
      snoozedBy: state.snoozedBy ?? run.by?.userId ?? null,
      only,
    })
  }
}

export const snoozeChange = defineChange<'snooze', Snooze>({
  kind: 'snooze',
  check: async (_tx, _actor, { value }, at) => parseSnoozeEnd(value, at),
  load: async (_tx, { value }) => ({ until: value }),
  apply: (run, ids, { until }) =>
    snooze(run, ids, { until, snoozedBy: run.by?.userId ?? null, only: sql`not c.is_closed` }),
  undo: async (run, previous, { until }) => {
    const only = sql<boolean>`(c.is_snoozed and c.snoozed_until is not distinct from ${until}::timestamptz)`
    await snoozeAgain(run, previous, only)
    const open = [...previous].filter(([, state]) => !isStillSnoozed(state, run.at))
    await run.step(
      open.map(([id]) => id),
      { ...unsnoozed(), only },
    )
  },
})

export const unsnoozeChange = defineChange({
  kind: 'unsnooze',
  load: noInput,
  apply: (run, ids) => run.step(ids, unsnoozed()),
  undo: (run, previous) => snoozeAgain(run, previous, sql`(not c.is_snoozed and not c.is_closed)`),
})
