import { setTimeout } from 'node:timers/promises'
import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findPerson } from '../accounts/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { lockRecipients, readBatchContext, upToSharedThread } from './batch-context.ts'
import {
  findOtherNetworks,
  findSpentNumbers,
  holdUntilNextDay,
  lockBrandAllowances,
  spendBrandAllowances,
} from './brand-limits.ts'
import type { GroupMessageDeps } from './deps.ts'
import { awaitsEarlierStep, findEarliestHeld, lockNextStep, restoreCancelled, scheduleNextStep } from './follow-ups.ts'
import {
  applyMissedAction,
  HEARTBEAT_EVERY_MS,
  hasMissed,
  holdMissed,
  recordHeartbeat,
  recordMissed,
  sleep,
  sleepUntil,
} from './missed-texts.ts'
import { lockMessagesOfCampaign } from './pause-group-message.ts'
import {
  type GroupMessageRow,
  IS_NOT_MISSED,
  latestSent,
  lockGroupMessage,
  publishGroupMessage,
  QUEUED_MAX,
  updateGroupMessage,
  updateRecipients,
} from './rows.ts'
import { isPaced, scheduleRecipients } from './schedule-recipients.ts'
import {
  hasSeveralNumbers,
  lockAllowance,
  lockNumberAllowances,
  spendBudget,
  spendNumberBudget,
} from './send-budget.ts'
import { SEND_GROUP_MESSAGE, sendGroupMessageSpec } from './send-spec.ts'
import { sendToRecipients } from './send-to-recipients.ts'
import { maySendTo, recordGroupMessageChanged } from './start-group-message.ts'
import { cancelRemaining, isUnfinished } from './stop-group-message.ts'

/** Recipients per transaction, so that a teammate's text in one of their conversations waits only briefly. */
const BATCH = 25
/** The same once some numbers of the message, but not all, are of brands at their daily limit: many are only held. */
const HELD_BATCH = 500
/**
 * Queue cap per group message: what the carrier accepted of the texts written within QUEUED_WITHIN_MS, between
 * QUEUED_MIN and QUEUED_MAX. A longer queue would still go out after the message is stopped, and late texts in quiet
 * hours.
 */
const QUEUED_MIN = 20
const QUEUED_WITHIN_MS = 2000
const QUEUED_CHECK_MS = 500
/** While the carrier accepts texts, a turn waits for room. If it accepts none for a while, the job is queued again. */
const ROOM_CHECK_MS = 50
const ROOM_MAX_MS = 250
/** How long a turn waits, once all texts are written, for the carrier to accept them. */
const DRAIN_MAX_MS = 1000
const DRAIN_CHECK_MS = 5000
/** After this time a request has a response, or its outcome is looked up. */
const IN_FLIGHT_MAX_MS = 2 * 60_000
/** How long a text that the carrier refused with an error is waited for, or after an outage since its end. */
const REFUSED_MAX_MS = 24 * 3_600_000
/** Throttles progress events: open screens refetch on each of them. */
const PUBLISH_EVERY_MS = 1000
/** After this time the job queues again behind those of other businesses. */
const TURN_MS = 2000

/**
 * Sends a group message in batches. The messages of a batch and the states of its recipients share a transaction, so a
 * run that is killed continues after the last committed batch, and no one gets it twice.
 */
export const sendGroupMessage = defineJob({
  name: SEND_GROUP_MESSAGE,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async (deps: GroupMessageDeps, { tenantId, id }) => {
    let publishedAt = 0
    const startedAt = performance.now()
    let hadRoomAt = startedAt
    for (;;) {
      const next = await deps.inTenant({ tenantId }, async (tx) => {
        const row = await lockGroupMessage(tx, id)
        // A decision about missed texts holds for a paused message too, which sends nothing.
        if (row?.state === 'paused' && (await applyMissedAction(tx, row))) return 'more'
        if (row?.state !== 'running' || row.isCollecting) return 'end'
        if (performance.now() - publishedAt > PUBLISH_EVERY_MS) {
          publishedAt = performance.now()
          publishGroupMessage(tx, row, null)
        }
        const isTurnOver = () => performance.now() - startedAt > TURN_MS
        const next = await sendBatch(deps, tx, row)
        if (next === 'end') return 'end'
        const isDraining = next === 'draining'
        const mayWait = performance.now() - hadRoomAt < (isDraining ? DRAIN_MAX_MS : ROOM_MAX_MS)
        if (!isTurnOver() && (next === 'more' || mayWait)) return next
        const checkMs = isDraining ? DRAIN_CHECK_MS : QUEUED_CHECK_MS
        const waitsUntil = next === 'more' || mayWait ? undefined : shift(tx.now(), checkMs)
        await enqueue(tx, { ...sendGroupMessageSpec(tenantId, id), ...(waitsUntil && { runAt: waitsUntil }) })
        return 'end'
      })
      if (next === 'end') return
      if (next !== 'more') await setTimeout(ROOM_CHECK_MS)
      else hadRoomAt = performance.now()
    }
  },
})

/**
 * Sends to the next recipients of a locked group message. Returns whether there are more, whether as many texts wait
 * for the carrier as may, or whether only those that wait are left: until the carrier has them the message can be
 * stopped.
 */
export async function sendBatch(
  deps: GroupMessageDeps,
  tx: TenantTx,
  row: GroupMessageRow,
): Promise<'more' | 'full' | 'draining' | 'end'> {
  // Re-check with current rights, which may have been revoked since the start.
  const author = await findPerson(tx, row.authorUserId)
  if (!author || !maySendTo(author, row.total)) {
    // Cancels the follow-ups too: they have the same author.
    await cancelRemaining(tx, await lockUnfinishedFrom(tx, row), 'not-allowed', null)
    return 'end'
  }
  const at = tx.now()
  // Its author can still undo it.
  if (row.startsAt !== null && isAfter(row.startsAt, at)) {
    await sleepUntil(tx, row, row.startsAt)
    return 'end'
  }
  if (isPaced(row) && (await scheduleRecipients(tx, row))) return 'more'
  if ((await applyMissedAction(tx, row)) || (await holdMissed(deps, tx, row))) return 'more'
  await recordHeartbeat(tx, row)
  const room = await findQueueRoom(tx, row.id)
  if (room === 0) return 'full'
  // Lock order: messages before the budget, as in the job of the next text.
  const next = await lockNextStep(tx, row)
  const limits = await readSendingSettings(tx)
  const allowance = await lockAllowance(tx, limits)
  if (allowance.from !== null) {
    await sleepUntil(tx, row, await beforeDrained(tx, row, allowance.from))
    return 'end'
  }
  const max = Math.min(BATCH, room, Math.ceil(allowance.left))
  const spentNumbers = await findSpentNumbers(tx)
  const senders = spentNumbers.size > 0 ? await findSenders(tx, row, author) : spentNumbers
  const areAllSpent = senders.size > 0 && senders.isSubsetOf(spentNumbers)
  if (areAllSpent && (await holdUntilNextDay(tx, row.id))) return 'more'
  const areSomeSpent = spentNumbers.size > 0 && !areAllSpent
  const contactIds = await findNextRecipients(tx, row.id, at, areSomeSpent ? HELD_BATCH : max)
  if (contactIds.length > 0) {
    const hasSharedAccount = deps.sharedAccount() !== null
    const recipients = upToSharedThread(
      await lockRecipients(tx, { message: row, author, ids: contactIds, hasSharedAccount }),
    )
    const context = await readBatchContext(deps, tx, { message: row, author, recipients })
    const phones = [...new Set(recipients.flatMap(({ sender }) => (sender ? [sender.tenantPhone] : [])))]
    const numbers = await lockNumberAllowances(tx, limits, phones)
    const brands = await lockBrandAllowances(tx, phones)
    const contactPhones = recipients.flatMap(({ contact }) => contact?.phone ?? [])
    const results = await sendToRecipients(deps, tx, context, recipients, {
      left: allowance.left,
      max,
      numbers,
      brands,
      otherNetworks: brands.size === 0 ? new Set() : await findOtherNetworks(tx, contactPhones),
      hasOtherNumbers: numbers.size > 0 && (await hasSeveralNumbers(tx)),
    })
    const sent = [...results].flatMap(([id, result]) => (result.state === 'sent' ? [{ ...result, id }] : []))
    await updateRecipients(tx, row.id, results)
    const segments = sent.reduce((sum, result) => sum + result.segments, 0)
    await spendBudget(tx, limits, segments)
    for (const [tenantPhone, number] of numbers) await spendNumberBudget(tx, limits, tenantPhone, number)
    await spendBrandAllowances(tx, brands)
    await scheduleNextStep(
      tx,
      next,
      sent.map(({ id }) => id),
    )
    if (results.size > 0) return 'more'
    await sleepUntil(tx, row, [...numbers.values()].map(({ from }) => from).toSorted()[0])
    return 'end'
  }
  if (await restoreCancelled(tx, row)) return 'more'
  const isAwaitingDecision = await hasMissed(tx, row)
  // Held at their hand-over.
  if (isAwaitingDecision && row.missedAt === null) await recordMissed(tx, row)
  const resumesAt = await findEarliestHeld(tx, row.id)
  const drainsAt = await findDrainTime(tx, row)
  if (resumesAt !== null || isAwaitingDecision || (await awaitsEarlierStep(tx, row))) {
    const [first] = [resumesAt, drainsAt].flatMap((time) => time ?? []).toSorted()
    if (first === undefined) await sleep(tx, row)
    else await sleepUntil(tx, row, first)
  } else if (drainsAt === null) await finish(tx, row, next)
  else if (isAfter(drainsAt, shift(tx.now(), DRAIN_CHECK_MS))) await sleepUntil(tx, row, drainsAt)
  else return 'draining'
  return 'end'
}

/**
 * When to check again whether the carrier has the texts that wait for it; null if none waits. While one waits, the job
 * keeps running, so that its heartbeat shows whether the server was down.
 */
async function findDrainTime(tx: TenantTx, row: GroupMessageRow): Promise<string | null> {
  const queued = await findQueued(tx, row)
  if (!queued) return null
  const checksAt = shift(tx.now(), queued.isUnknown ? HEARTBEAT_EVERY_MS : DRAIN_CHECK_MS)
  return queued.notBefore !== null && isAfter(queued.notBefore, checksAt) ? queued.notBefore : checksAt
}

/** A time at which the job runs again, or an earlier one if texts wait for the carrier until then. */
async function beforeDrained(tx: TenantTx, row: GroupMessageRow, at: string): Promise<string> {
  // Budgets of a second are back sooner than that.
  if (!isAfter(at, shift(tx.now(), HEARTBEAT_EVERY_MS))) return at
  const drainsAt = await findDrainTime(tx, row)
  return drainsAt === null || isAfter(drainsAt, at) ? at : drainsAt
}

/** The numbers that a message may be sent from: those at its location, as far as they are of its author's locations. */
async function findSenders(tx: TenantTx, { locationId }: GroupMessageRow, author: Viewer): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .$if(locationId !== null, (query) => query.where('locationId', '=', locationId))
    .$if(author.locationIds !== null, (query) =>
      query.where(sql<boolean>`location_id = any(${[...(author.locationIds ?? [])]}::uuid[])`),
    )
    .select('phoneNumber')
    .execute()
  return new Set(rows.map(({ phoneNumber }) => phoneNumber))
}

/**
 * The text that waits for the carrier, or for its response, and may be sent first; undefined if none waits. Texts of
 * unknown outcome come last.
 */
function findQueued(
  tx: TenantTx,
  { id, outageEndedAt }: GroupMessageRow,
): Promise<{ notBefore: string | null; isUnknown: boolean } | undefined> {
  const since = shift(tx.now(), -REFUSED_MAX_MS)
  const isAfterOutage = outageEndedAt !== null && isAfter(outageEndedAt, since)
  const isUnknown = sql<boolean>`m.delivery_status = 'unknown'`
  return latestSent(tx, id)
    .where((where) =>
      where.or([
        where('m.deliveryStatus', '=', 'queued'),
        // The carrier may be unreachable, which returns the text to the queue.
        where.and([
          where('m.deliveryStatus', '=', 'sending'),
          where('m.providerSid', 'is', null),
          where('m.claimedAt', '>', shift(tx.now(), -IN_FLIGHT_MAX_MS)),
        ]),
        // The carrier responded with an error, so the text is returned to the queue unless it is found there.
        where.and([
          where('m.deliveryStatus', '=', 'unknown'),
          where('m.errorCode', 'is not', null),
          where('m.providerSid', 'is', null),
          ...(isAfterOutage ? [] : [where('m.claimedAt', '>', since)]),
        ]),
      ]),
    )
    .orderBy(isUnknown)
    .orderBy('m.notBefore', (order) => order.asc().nullsFirst())
    .limit(1)
    .select(['m.notBefore', isUnknown.as('isUnknown')])
    .executeTakeFirst()
}

/** A locked message, and the unfinished texts that follow it in its campaign. */
async function lockUnfinishedFrom(tx: TenantTx, row: GroupMessageRow): Promise<GroupMessageRow[]> {
  if (row.campaignId === null) return [row]
  const all = await lockMessagesOfCampaign(tx, row.campaignId, row.step)
  return all.filter(isUnfinished)
}

/** Marks a message as done. If no one is left for the next text either, its job runs to finish it too. */
async function finish(tx: TenantTx, row: GroupMessageRow, next: GroupMessageRow | undefined): Promise<void> {
  await recordGroupMessageChanged(tx, await updateGroupMessage(tx, row, { state: 'done', finishedAt: tx.now() }), null)
  if (next?.state === 'running' && (await findEarliestHeld(tx, next.id)) === null)
    await enqueue(tx, sendGroupMessageSpec(tx.tenantId, next.id))
}

/**
 * How many more texts may wait for the carrier; 0 until a part of the queue is free, so that batches do not get small.
 */
async function findQueueRoom(tx: TenantTx, groupMessageId: string): Promise<number> {
  const since = shift(tx.now(), -QUEUED_WITHIN_MS)
  const { queued, accepted } = await latestSent(tx, groupMessageId)
    // Texts for which the carrier’s queue was full wait for their own time.
    .where((where) => where.or([where('m.notBefore', 'is', null), where('m.notBefore', '<=', tx.now())]))
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('m.deliveryStatus', '=', 'queued').as('queued'),
      fn
        .countAll<string>()
        .filterWhere('m.deliveryStatus', 'not in', ['queued', 'sending'])
        .filterWhere('r.handledAt', '>', since)
        .as('accepted'),
    ])
    .executeTakeFirstOrThrow()
  const cap = Math.min(QUEUED_MAX, Math.max(QUEUED_MIN, Number(accepted)))
  const room = cap - Number(queued)
  return room >= Math.min(BATCH, cap / 2) ? room : 0
}

/** Recipients whose quiet hours have ended come first, then pending ones. */
async function findNextRecipients(tx: TenantTx, groupMessageId: string, at: string, limit: number): Promise<string[]> {
  const recipients = tx
    .selectFrom('groupRecipients')
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .select('contactId')
    .limit(limit)
  const held = await recipients
    .where('state', '=', 'held')
    .where(IS_NOT_MISSED)
    .where('heldUntil', '<=', at)
    .orderBy('heldUntil')
    .execute()
  const rows = held.length > 0 ? held : await recipients.where('state', '=', 'pending').orderBy('contactId').execute()
  return rows.map(({ contactId }) => contactId)
}
