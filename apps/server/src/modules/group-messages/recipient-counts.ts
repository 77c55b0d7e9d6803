import { GROUP_REPLY_DAYS, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { keyOfScope, scopeOf, seesEverything } from '../visibility/index.ts'
import { countRecipientsSpec } from './count-spec.ts'
import { countOutcomes, inState, NOT_COUNTED, type OutcomeCount, type RecipientCounts, sumOf } from './outcomes.ts'
import type { GroupMessageRow } from './rows.ts'

// Messages to few recipients are counted when they are read, those to many by a job, which stores its counts:
// docs/decisions/20261123T1210-stored-counts-of-recipients.md

/** How many recipients one request counts. */
const COUNTED_AT_ONCE = 1000
/** Counts stay fresh for this multiple of the time counting took, so that it costs at most a tenth of a core. */
const AGE_PER_DURATION = 10
const AGE_MIN_MS = 2000
const DAY_MS = 24 * 3_600_000
/** Counts of messages that no longer change, as their contacts may be reassigned. */
const FINAL_AGE_MS = DAY_MS
/** After this time a request is repeated: its job may have failed. */
const REQUEST_MAX_MS = 10 * 60_000
/** `readAt` is updated at most this often. */
const READ_AT_EVERY_MS = DAY_MS

type StoredCounts = Pick<
  Row<'recipientCounts'>,
  'counts' | 'total' | 'statesAt' | 'statesMs' | 'countedAt' | 'countedMs' | 'requestedAt' | 'requestedBy' | 'readAt'
>
type Message = Pick<GroupMessageRow, 'id' | 'state' | 'total' | 'finishedAt'>

/**
 * Outcomes of the recipients of group messages, as far as the viewer may see them. Counts of many recipients may be
 * outdated.
 */
export async function findRecipientCounts(
  tx: TenantTx,
  viewer: Viewer,
  messages: readonly Message[],
): Promise<Map<string, RecipientCounts>> {
  const at = tx.now()
  const stored = await findStored(tx, viewer, messages)
  const countedNow: string[] = []
  const requested: string[] = []
  let left = COUNTED_AT_ONCE
  for (const message of messages) {
    const existing = stored.get(message.id)
    const isFresh = existing !== undefined && !isStale(message, existing, at)
    if (message.state === 'undone' || (isFresh && isFinal(message, at))) continue
    if (message.total <= left) {
      left -= message.total
      countedNow.push(message.id)
    } else if (!isFresh && !isRequested(existing, viewer, at)) requested.push(message.id)
  }
  const counted = await countOutcomes(tx, viewer, countedNow)
  const isAll = seesEverything(viewer)
  await requestCounts(tx, viewer, requested)
  await touchCounts(tx, viewer, messages, stored)
  return new Map(
    messages.map((message) => {
      const { id, state } = message
      const countedOf = (counts: readonly OutcomeCount[], countedAt: string | null, total: number | null) => ({
        counts: inState(counts, state),
        uncounted: 0,
        countedAt,
        // More may have been added while they were counted, but none is removed.
        isPartial: !isAll && total !== null && sumOf(counts, 'n') < total,
      })
      if (state === 'undone') return [id, countedOf([], at, null)]
      if (countedNow.includes(id)) return [id, countedOf(counted.get(id) ?? [], at, message.total)]
      const existing = stored.get(id)
      if (existing?.counts) return [id, countedOf(existing.counts, existing.countedAt, existing.total)]
      return [id, { ...NOT_COUNTED, uncounted: isAll ? message.total : 0 }]
    }),
  )
}

async function findStored(
  tx: TenantTx,
  viewer: Viewer,
  messages: readonly Message[],
): Promise<Map<string, StoredCounts>> {
  const rows = await tx
    .selectFrom('recipientCounts')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`group_message_id = any(${messages.map(({ id }) => id)}::uuid[])`)
    .where('scopeKey', '=', keyOfScope(scopeOf(viewer)))
    .select([
      'groupMessageId',
      'counts',
      'total',
      'statesAt',
      'statesMs',
      'countedAt',
      'countedMs',
      'requestedAt',
      'requestedBy',
      'readAt',
    ])
    .execute()
  return new Map(rows.map(({ groupMessageId, ...row }) => [groupMessageId, row]))
}

/** Whether outcomes can no longer change, except that contacts are reassigned. */
const isFinal = ({ finishedAt }: Message, at: string): boolean =>
  finishedAt !== null && isAfter(at, shift(finishedAt, (GROUP_REPLY_DAYS + 1) * DAY_MS))

const isOlder = (since: string, milliseconds: number, at: string): boolean => isAfter(at, shift(since, milliseconds))

const maxAge = (durationMs: number | null): number => Math.max(AGE_MIN_MS, AGE_PER_DURATION * (durationMs ?? 0))

type CountTimes = Pick<StoredCounts, 'statesAt' | 'statesMs' | 'countedAt' | 'countedMs'>

/** Whether deliveries and replies have to be counted again. */
export const isResponseStale = (message: Message, { countedAt, countedMs }: CountTimes, at: string): boolean =>
  countedAt === null || isOlder(countedAt, isFinal(message, countedAt) ? FINAL_AGE_MS : maxAge(countedMs), at)

/** Whether waiting and sent texts have to be counted again: while the message is being sent, and once it has ended. */
export const isStateStale = (message: Message, { statesAt, statesMs }: CountTimes, at: string): boolean =>
  statesAt === null ||
  (message.finishedAt === null ? isOlder(statesAt, maxAge(statesMs), at) : isAfter(message.finishedAt, statesAt))

const isStale = (message: Message, times: CountTimes, at: string): boolean =>
  isResponseStale(message, times, at) || isStateStale(message, times, at)

const isRequested = (stored: StoredCounts | undefined, { userId }: Viewer, at: string): boolean =>
  stored !== undefined &&
  stored.requestedAt !== null &&
  !isOlder(stored.requestedAt, REQUEST_MAX_MS, at) &&
  stored.requestedBy.includes(userId)

/** A job counts them and notifies the screens of the viewer. */
async function requestCounts(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // They may have been deleted with the tenant's data meanwhile.
  const existing = await tx
    .selectFrom('groupMessages')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forKeyShare()
    .execute()
  if (existing.length === 0) return
  const at = tx.now()
  const scope = scopeOf(viewer)
  await tx
    .insertInto('recipientCounts')
    .values(
      existing.map(({ id: groupMessageId }) => ({
        tenantId: tx.tenantId,
        groupMessageId,
        scopeKey: keyOfScope(scope),
        scope: JSON.stringify(scope),
        requestedAt: at,
        requestedBy: [viewer.userId],
        readAt: at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'groupMessageId', 'scopeKey']).doUpdateSet({
        requestedAt: at,
        requestedBy: sql`array_append(array_remove(recipient_counts.requested_by, ${viewer.userId}::uuid), ${viewer.userId}::uuid)`,
        readAt: at,
      }),
    )
    .execute()
  await enqueue(tx, countRecipientsSpec(tx.tenantId))
}

/** Refreshes `readAt`, so that counts in use are not deleted. */
async function touchCounts(
  tx: TenantTx,
  viewer: Viewer,
  messages: readonly Message[],
  stored: ReadonlyMap<string, StoredCounts>,
): Promise<void> {
  const at = tx.now()
  const ids = messages.flatMap(({ id }) => {
    const readAt = stored.get(id)?.readAt
    return readAt !== undefined && isOlder(readAt, READ_AT_EVERY_MS, at) ? [id] : []
  })
  if (ids.length === 0) return
  await tx
    .updateTable('recipientCounts')
    .set({ readAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`group_message_id = any(${ids}::uuid[])`)
    .where('scopeKey', '=', keyOfScope(scopeOf(viewer)))
    .execute()
}
