import type { LogUpdate } from '@frontdesk/contract/api'
import { type BulkChange, DEFAULT_FOLDER, fromSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { EventContent } from '../../platform/events/define-event.ts'
import type { Person } from '../accounts/index.ts'
import { mayHave } from '../assignees/index.ts'
import { setUnreadMark } from '../attention/index.ts'
import { STATUSES } from '../contact-statuses/index.ts'
import {
  conversationAssigned,
  conversationClosed,
  conversationFoldered,
  conversationHandled,
  conversationOpened,
  conversationRead,
  conversationStatusChanged,
  conversationUnread,
} from '../conversations/events.ts'
import { blockNumber, type ConversationDeps, changeConversations, lockContacts } from '../conversations/index.ts'
import { readSetting } from '../settings/index.ts'
import { isVisible, seesAllOfNumber } from '../visibility/index.ts'
import type { BulkRow } from './queries.ts'
import { putToSleepAgain, snoozeAll, unsnoozeAll, wakeAll } from './snoozing.ts'

/** What a conversation was like before, for putting it back. */
export interface Before {
  isClosed: boolean
  folder: string
  toUserId: string | null
  statusKey: string | null
  unreadMessages: number
  isSnoozed: boolean
  snoozedUntil: string | null
  snoozedBy?: string | null
  needsAnswerSince: string | null
  isMarkedUnread: boolean
  isBlocked: boolean
  phones: string[]
  /** Which of them it blocked. */
  blocked?: string[]
}

interface Batch {
  ids: string[]
  change: BulkChange
  action: Pick<BulkRow, 'id' | 'undoOf' | 'folderKey' | 'toUserId' | 'statusKey' | 'value' | 'userId'>
  isQuiet: boolean
}

type Change = Parameters<typeof changeConversations>[2]
type Told = Pick<Change, 'set' | 'update'> & { event: EventContent; only?: RawBuilder<boolean> }

/** Changes a batch, or puts it back, where the actor sees it; returns what those that were changed were before. */
export async function applyChange(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { ids, change, action, isQuiet }: Batch,
): Promise<Map<string, Before>> {
  if (change === 'block') return applyBlock(deps, tx, actor, { ids, action })
  const present = await read(tx, actor, ids, 'change')
  const changed = new Map<string, Before>()
  const run = async (these: string[], { only = sql<boolean>`true`, ...told }: Told) => {
    const after = await changeConversations(deps, tx, {
      ...told,
      ids: these,
      visible: sql<boolean>`(${isVisible(actor, 'c')} and ${only})`,
      by: actor,
      at: deps.now(),
      bulkActionId: action.id,
      isQuiet,
    })
    for (const { sid } of after) {
      const id = fromSid(sid)
      const before = present.get(id)
      if (before) changed.set(id, before)
    }
    return after.map(({ sid }) => fromSid(sid))
  }
  if (action.undoOf === null) await changeAll(tx, ids, { change, action }, run)
  else await putBack(tx, action.undoOf, ids, { change, action, at: deps.now() }, run)
  if (change === 'read') await changeMarks(deps, tx, actor, { ids, undoOf: action.undoOf, present, changed })
  return changed
}

/** Who reads many has read what they marked for themselves too. */
async function changeMarks(
  deps: ConversationDeps,
  tx: TenantTx,
  { userId }: Person,
  {
    ids,
    undoOf,
    present,
    changed,
  }: { ids: string[]; undoOf: string | null; present: Map<string, Before>; changed: Map<string, Before> },
): Promise<void> {
  const isMarkedUnread = undoOf !== null
  const which = undoOf === null ? present : await beforeOf(tx, undoOf, ids)
  for (const [conversationId, before] of which) {
    const now = present.get(conversationId)
    if (!before.isMarkedUnread || !now || now.isMarkedUnread === isMarkedUnread) continue
    await setUnreadMark(deps, tx, { userId, conversationId, isMarkedUnread })
    changed.set(conversationId, now)
  }
}

/** Changes those of a batch; returns which were changed. */
export type Run = (ids: string[], told: Told) => Promise<string[]>

async function changeAll(
  tx: TenantTx,
  ids: string[],
  { change, action }: Pick<Batch, 'change' | 'action'>,
  run: Run,
): Promise<unknown> {
  const { folderKey, toUserId, statusKey, value, userId } = action
  switch (change) {
    case 'close':
      return run(ids, CLOSING)
    case 'open':
      return run(ids, OPENING)
    case 'folder':
      return run(ids, {
        set: { folder: folderKey },
        event: conversationFoldered.of({ folderKey: folderKey ?? '' }),
        update: { kind: 'foldered', value },
        only: sql`exists (
          select from folders f where f.tenant_id = ${tx.tenantId} and f.location_id = c.location_id and f.key = ${folderKey}
        )`,
      })
    case 'assign':
      return run(ids, { ...assigning(toUserId, value), only: toUserId === null ? sql`true` : seesPlace(tx, toUserId) })
    case 'status': {
      await run(ids, settingStatus(statusKey, value))
      const { statuses } = await readSetting(tx, STATUSES)
      const isOver = statuses.some(({ key, type }) => key === statusKey && type === 'closed')
      return isOver ? run(ids, CLOSING) : undefined
    }
    case 'handled':
      return run(ids, {
        set: { needsAnswerSince: null },
        event: conversationHandled.of(),
        update: line('handled', null),
      })
    case 'snooze':
      return snoozeAll(tx, ids, { until: value, userId, run })
    case 'wake':
      return wakeAll(ids, run)
    case 'read':
      return run(ids, { set: { unreadMessages: 0 }, event: conversationRead.of(), update: null })
    case 'unread':
      return run(ids, {
        set: { unreadMessages: sql`greatest(c.unread_messages, 1)` },
        event: conversationUnread.of(),
        update: null,
        only: sql`not c.is_blocked`,
      })
  }
}

/** Each as it was before, unless somebody has made something else of it since. */
async function putBack(
  tx: TenantTx,
  undoOf: string,
  ids: string[],
  { change, action, at }: Pick<Batch, 'change' | 'action'> & { at: string },
  run: Run,
): Promise<unknown> {
  const was = await beforeOf(tx, undoOf, ids)
  const groups = <Key>(key: (before: Before) => Key) => Map.groupBy(was.keys(), (id) => key(was.get(id) as Before))
  const { folderKey, toUserId, statusKey, userId, value } = action
  switch (change) {
    case 'close':
      return run([...was.keys()], { ...reopening(tx, undoOf, at), only: sql`c.is_closed` })
    case 'open':
      return run([...was.keys()], { ...CLOSING, only: sql`not c.is_closed` })
    case 'folder':
      for (const [folder, these] of groups((before) => before.folder)) {
        await run(these, {
          set: {
            folder: sql`coalesce((
              select f.key from folders f where f.tenant_id = ${tx.tenantId} and f.location_id = c.location_id and f.key = ${folder}
            ), ${DEFAULT_FOLDER})`,
          },
          event: conversationFoldered.of({ folderKey: folder }),
          update: { kind: 'foldered', value: await folderName(tx, folder) },
          only: sql`c.folder = ${folderKey}`,
        })
      }
      return
    case 'assign':
      for (const [userId, these] of groups((before) => before.toUserId)) {
        await run(these, {
          ...assigning(userId, userId && (await memberName(tx, userId))),
          only: sql`(c.to_user_id is not distinct from ${toUserId}::uuid and ${userId === null ? sql`true` : seesPlace(tx, userId)})`,
        })
      }
      return
    case 'status': {
      const { statuses } = await readSetting(tx, STATUSES)
      for (const [key, these] of groups((before) => before.statusKey)) {
        const status = statuses.find((one) => one.key === key)
        const only = sql<boolean>`c.status_key is not distinct from ${statusKey}`
        const wereOpen = these.filter((id) => !was.get(id)?.isClosed)
        const isOver = statuses.some((one) => one.key === statusKey && one.type === 'closed')
        if (isOver) await run(wereOpen, { ...reopening(tx, undoOf, at), only: sql`(c.is_closed and ${only})` })
        await run(these, { ...settingStatus(status?.key ?? null, status?.name ?? null), only })
      }
      return
    }
    case 'handled':
      return run([...was.keys()], {
        set: { needsAnswerSince: wasBefore(tx, undoOf, 'needsAnswerSince', 'timestamptz') },
        event: conversationHandled.of(),
        update: null,
        only: sql`(c.needs_answer_since is null and not c.is_closed)`,
      })
    case 'snooze':
      return unsnoozeAll(tx, { was, userId, at, run, until: value })
    case 'wake':
      return putToSleepAgain(tx, { was, userId, at, run })
    case 'read':
    case 'unread':
      for (const [unread, these] of groups((before) => before.unreadMessages)) {
        await run(these, {
          set: { unreadMessages: unread },
          event: (unread === 0 ? conversationRead : conversationUnread).of(),
          update: null,
          only: sql`c.unread_messages = ${change === 'read' ? 0 : 1}`,
        })
      }
  }
}

const CLOSING: Told = { set: { isClosed: true }, event: conversationClosed.of(), update: line('closed', null) }
const OPENING: Told = { set: { isClosed: false }, event: conversationOpened.of(), update: line('opened', null) }

/** SQL: what the row `c` was before an action changed it. */
const wasBefore = (tx: TenantTx, actionId: string, name: keyof Before, type: 'boolean' | 'timestamptz') => sql`(
  select (i.before ->> ${name}::text)::${sql.raw(type)} from bulk_action_items i
  where i.tenant_id = ${tx.tenantId} and i.bulk_action_id = ${actionId} and i.conversation_id = c.id
)`

/** With what closing took from them: the waiting, and the sleep whose hour has not come yet. */
function reopening(tx: TenantTx, actionId: string, at: string): Told {
  const until = wasBefore(tx, actionId, 'snoozedUntil', 'timestamptz')
  const sleepsOn = sql`coalesce(${wasBefore(tx, actionId, 'isSnoozed', 'boolean')} and coalesce(${until} > ${at}::timestamptz, true), false)`
  return {
    ...OPENING,
    set: {
      isClosed: false,
      needsAnswerSince: wasBefore(tx, actionId, 'needsAnswerSince', 'timestamptz'),
      isSnoozed: sleepsOn,
      snoozedUntil: sql`case when ${sleepsOn} then ${until} end`,
    },
  }
}

function line(kind: LogUpdate['kind'], value: string | null): LogUpdate {
  return { kind, value }
}

const assigning = (toUserId: string | null, name: string | null): Told => ({
  set: { toUserId },
  event: conversationAssigned.of(),
  update: line(toUserId === null ? 'unassigned' : 'assigned', name),
})

const settingStatus = (statusKey: string | null, name: string | null): Told => ({
  set: { statusKey },
  event: conversationStatusChanged.of({ after: statusKey }),
  update: line('status-changed', name),
})

/** SQL: whether somebody works here and may see the location of the row `c`. */
const seesPlace = (tx: TenantTx, userId: string) => sql<boolean>`exists (
  select from users u where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and ${mayHave(tx, sql.ref('c.location_id'))}
)`

/** Blocks those numbers of each conversation that the actor may block, or unblocks the ones the action blocked. */
async function applyBlock(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  { ids, action }: Pick<Batch, 'ids' | 'action'>,
): Promise<Map<string, Before>> {
  const isBlocked = action.undoOf === null
  const present = await read(tx, actor, ids, 'read')
  const was = action.undoOf === null ? null : await beforeOf(tx, action.undoOf, ids)
  const changed = new Map<string, Before>()
  const wanted = [...present].map(([id, before]) => ({
    id,
    before,
    phones: was ? (was.get(id)?.blocked ?? []) : before.phones,
  }))
  await lockContacts(
    tx,
    wanted.flatMap(({ phones }) => phones),
  )
  for (const { id, before, phones } of wanted) {
    const blocked: string[] = []
    for (const phone of phones) {
      if (!(await seesAllOfNumber(tx, actor, phone))) continue
      if (await blockNumber(deps, tx, actor, { phone, isBlocked })) blocked.push(phone)
    }
    if (blocked.length > 0) changed.set(id, { ...before, blocked })
  }
  return changed
}

async function read(tx: TenantTx, actor: Person, ids: string[], lock: 'read' | 'change'): Promise<Map<string, Before>> {
  const { rows } = await sql<Before & { id: string }>`
    select c.id, c.is_closed, c.folder, c.to_user_id, c.status_key, c.unread_messages, c.is_snoozed, c.snoozed_until,
      c.snoozed_by, c.needs_answer_since,
      exists (
        select from conversation_unread_marks k
        where k.tenant_id = ${tx.tenantId} and k.user_id = ${actor.userId} and k.conversation_id = c.id
      ) as is_marked_unread, c.is_blocked, array(
        select c.contact_phone
        union select v.contact_phone from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.into_id = c.id
      ) as phones
    from conversations c
    where c.tenant_id = ${tx.tenantId} and c.id = any(${ids}::uuid[]) and ${isVisible(actor, 'c')}
    order by c.id ${lock === 'change' ? sql`for no key update` : sql``}`.execute(tx)
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}

async function beforeOf(tx: TenantTx, bulkActionId: string, ids: string[]): Promise<Map<string, Before>> {
  const { rows } = await sql<{ conversationId: string; before: Before }>`
    select conversation_id, before from bulk_action_items
    where tenant_id = ${tx.tenantId} and bulk_action_id = ${bulkActionId} and conversation_id = any(${ids}::uuid[])
      and before is not null`.execute(tx)
  return new Map(rows.map(({ conversationId, before }) => [conversationId, before]))
}

const folderName = async (tx: TenantTx, key: string): Promise<string> =>
  (
    await tx
      .selectFrom('folders')
      .where('tenantId', '=', tx.tenantId)
      .where('key', 'in', [key, DEFAULT_FOLDER])
      .select(['key', 'name'])
      .execute()
  ).toSorted((a) => (a.key === key ? -1 : 1))[0]?.name ?? key

const memberName = async (tx: TenantTx, userId: string): Promise<string> =>
  (
    await tx
      .selectFrom('users')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', userId)
      .select('displayName')
      .executeTakeFirst()
  )?.displayName ?? ''
