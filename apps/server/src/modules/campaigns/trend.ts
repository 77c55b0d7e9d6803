import type { CampaignTrend } from '@frontdesk/contract/api'
import { GROUP_REPLY_DAYS, TREND_DIRECT_RECIPIENTS, TREND_FINE_HOURS } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  countByTime,
  type GroupMessageRow,
  isGroupMessageVisible,
  TIME_COUNT_KINDS,
  type TimeCount,
} from '../group-messages/index.ts'
import { seesEverything } from '../visibility/index.ts'
import { accessCampaign } from './access.ts'
import { countTrendSpec } from './trend-spec.ts'

const MINUTE_MS = 60_000
const FINE_MINUTES = 5
const HOUR_MINUTES = 60
/** A large campaign is counted again this long after its last count ended, as long as something may happen. */
export const STALE_MS = 5 * MINUTE_MS
/** A claim that was not renewed for this long is taken over. */
export const CLAIM_MS = MINUTE_MS
const REPLY_MS = GROUP_REPLY_DAYS * 24 * 60 * MINUTE_MS

const StoredCounts = z.array(z.object({ at: z.string(), kind: z.enum(TIME_COUNT_KINDS), n: z.int() }))

/** Outcomes of a campaign over time. A job counts large ones; until it ends, the result of its last run is returned. */
export async function getTrend(tx: TenantTx, actor: Actor, id: string): Promise<CampaignTrend> {
  await accessCampaign(tx, actor, id)
  const messages = await findTexts(tx, actor, id)
  const recipients = messages.reduce((sum, { total }) => sum + total, 0)
  const now = tx.now()
  if (recipients > TREND_DIRECT_RECIPIENTS)
    return seesEverything(actor)
      ? storedTrend(tx, actor, id, messages)
      : { bucketMinutes: HOUR_MINUTES, ...sumCounts([]), countedOnUtc: now, isTooLarge: true }
  const [first] = messages
  const isRecent = first !== undefined && isAfter(shift(first.startedAt, TREND_FINE_HOURS * 60 * MINUTE_MS), now)
  const bucketMinutes = isRecent ? FINE_MINUTES : HOUR_MINUTES
  const ids = messages.map((message) => message.id)
  const counts = ids.length === 0 ? [] : await countByTime(tx, actor, ids, { bucketMinutes })
  return { bucketMinutes, ...sumCounts(counts), countedOnUtc: now, isTooLarge: false }
}

/** The texts of a campaign that was sent, the first one first. */
const findTexts = (tx: TenantTx, actor: Actor, id: string): Promise<GroupMessageRow[]> =>
  tx
    .selectFrom('groupMessages as g')
    .where('g.tenantId', '=', tx.tenantId)
    .where('g.campaignId', '=', id)
    .where(isGroupMessageVisible(actor))
    .orderBy('g.step')
    .selectAll('g')
    .execute()

async function storedTrend(
  tx: TenantTx,
  actor: Actor,
  id: string,
  messages: readonly GroupMessageRow[],
): Promise<CampaignTrend> {
  const stored = await tx
    .selectFrom('campaignTrends')
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', id)
    .select(['points', 'countedAt', 'storedAt'])
    .executeTakeFirst()
  if (isStale(stored, messages, tx.now()) && !(await isTrendClaimed(tx)))
    await enqueue(tx, countTrendSpec(tx.tenantId, actor, id))
  return {
    bucketMinutes: HOUR_MINUTES,
    ...sumCounts(StoredCounts.parse(stored?.points ?? [])),
    countedOnUtc: stored?.countedAt ?? null,
    isTooLarge: false,
  }
}

/** Whether a job, or another job than this one, counts a large campaign of the business now. */
export async function isTrendClaimed(tx: TenantTx, jobId: string | null = null): Promise<boolean> {
  const claimed = await tx
    .selectFrom('campaignTrends')
    .where('tenantId', '=', tx.tenantId)
    .where('claimedAt', '>', shift(tx.now(), -CLAIM_MS))
    .where('claimedBy', 'is distinct from', jobId)
    .select('campaignId')
    .limit(1)
    .executeTakeFirst()
  return claimed !== undefined
}

type CountTimes = Pick<Row<'campaignTrends'>, 'countedAt' | 'storedAt'>

/** Whether something may have happened since the count, which ended long enough ago. */
function isStale(stored: CountTimes | undefined, messages: readonly GroupMessageRow[], now: string): boolean {
  const { countedAt = null, storedAt = null } = stored ?? {}
  if (countedAt === null || storedAt === null) return true
  const isOver = messages.every(
    ({ finishedAt }) => finishedAt !== null && isAfter(countedAt, shift(finishedAt, REPLY_MS)),
  )
  return !isOver && isAfter(now, shift(storedAt, STALE_MS))
}

function sumCounts(counts: readonly TimeCount[]): Pick<CampaignTrend, 'points' | 'segments' | 'mediaMessages'> {
  const isOfPeople = ({ kind }: TimeCount) => kind !== 'segments' && kind !== 'media'
  const sum = (among: readonly TimeCount[], kind: TimeCount['kind']) =>
    among.reduce((total, count) => total + (count.kind === kind ? count.n : 0), 0)
  const byTime = Map.groupBy(counts.filter(isOfPeople), ({ at }) => at)
  const points = [...byTime]
    .toSorted(([a], [b]) => Temporal.Instant.compare(a, b))
    .map(([fromUtc, group]) => ({
      fromUtc,
      sent: sum(group, 'sent'),
      delivered: sum(group, 'delivered'),
      clicked: sum(group, 'clicked'),
      replied: sum(group, 'replied'),
      optedOut: sum(group, 'optedOut'),
    }))
  return { points, segments: sum(counts, 'segments'), mediaMessages: sum(counts, 'media') }
}

/** Adds up the counts of batches by kind and period. */
export function addTimeCounts(counts: readonly TimeCount[]): TimeCount[] {
  const groups = Map.groupBy(counts, ({ kind, at }) => `${kind} ${at}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, n: others.reduce((sum, { n }) => sum + n, first.n) }] : [],
  )
}
