import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { z } from 'zod'
import { shift } from '../../platform/clock.ts'
import type { InTenant, TenantTx } from '../../platform/database/database.ts'
import { defineCleanup } from '../../platform/jobs/clear-old-rows.job.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { VisibilityScope, viewerOfScope } from '../visibility/index.ts'
import { COUNT_RECIPIENTS } from './count-spec.ts'
import { addOutcomeCounts, countRange, countStates, type OutcomeCount, updateStates } from './outcomes.ts'
import { isResponseStale, isStateStale } from './recipient-counts.ts'
import { findRange } from './recipient-range.ts'
import { findGroupMessage, type GroupMessageRow, publishCounts } from './rows.ts'

/** A claim that was not renewed for this long is taken over. */
const CLAIM_MS = 60_000
const HEARTBEAT_MS = 15_000
/** Recipients of the first transaction; later batches are sized to take about BATCH_MS. */
const FIRST_BATCH = 2000
const BATCH_MAX = 50_000
const BATCH_MS = 200
/** Throttles what open screens are notified of: they refetch everything about group messages. */
const PUBLISH_EVERY_MS = 1000
const DAY_MS = 24 * 3_600_000
const KEPT_MS = 30 * DAY_MS

interface Claim {
  message: GroupMessageRow
  scopeKey: string
  viewer: Viewer
  counts: readonly OutcomeCount[]
  isStateStale: boolean
  isResponseStale: boolean
}

/**
 * Counts the recipients of group messages, the smallest message first, until nothing is requested. Reads in short
 * transactions and stores the result once; a run that is killed starts its message again.
 */
export const countRecipients = defineJob({
  name: COUNT_RECIPIENTS,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid() }),
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId }, { jobId }) => {
    const notifier = createCountNotifier()
    for (;;) {
      const claim = await inTenant({ tenantId }, async (tx) => {
        const next = await claimNext(tx, jobId)
        if (!next) notifier.publish(tx)
        return next
      })
      if (!claim) return
      const run = createRun(inTenant, { tenantId, jobId, claim })
      let { counts } = claim
      if (claim.isStateStale) {
        const { counts: states, ms, startedAt } = await run.count(countStates)
        counts = updateStates(counts, states)
        await run.store(notifier, { counts, statesAt: startedAt, statesMs: ms }, { isLast: !claim.isResponseStale })
      }
      if (claim.isResponseStale) {
        const { counts: all, ms, startedAt } = await run.count(countRange)
        const times = { statesAt: startedAt, countedAt: startedAt, countedMs: ms }
        await run.store(notifier, { counts: all, ...times }, { isLast: true })
      }
      if (!claim.isStateStale && !claim.isResponseStale) await run.store(notifier, {}, { isLast: true })
    }
  },
})

/** Users whose screens wait for counts, notified together. */
function createCountNotifier() {
  const waiting: { message: GroupMessageRow; userIds: readonly string[] }[] = []
  let publishedAt = Number.NEGATIVE_INFINITY
  const publish = (tx: TenantTx) => {
    for (const { message, userIds } of waiting.splice(0)) publishCounts(tx, message, userIds)
    publishedAt = performance.now()
  }
  return {
    add: (tx: TenantTx, message: GroupMessageRow, userIds: readonly string[]) => {
      waiting.push({ message, userIds })
      if (performance.now() - publishedAt > PUBLISH_EVERY_MS) publish(tx)
    },
    publish,
  }
}
type CountNotifier = ReturnType<typeof createCountNotifier>

/** Claims the next request of the business, unless another job counts for it. */
async function claimNext(tx: TenantTx, jobId: string): Promise<Claim | undefined> {
  const at = tx.now()
  const requested = await tx
    .selectFrom('recipientCounts as c')
    .innerJoin('groupMessages as g', (join) =>
      join.on('g.tenantId', '=', tx.tenantId).onRef('g.id', '=', 'c.groupMessageId'),
    )
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.requestedAt', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('recipientCounts as o')
            .where('o.tenantId', '=', tx.tenantId)
            .where('o.requestedAt', 'is not', null)
            .where('o.claimedBy', '<>', jobId)
            .where('o.claimedAt', '>', shift(at, -CLAIM_MS)),
        ),
      ),
    )
    .orderBy('g.total')
    .orderBy('c.groupMessageId')
    .limit(1)
    .select(['c.groupMessageId', 'c.scopeKey'])
    .forUpdate('c')
    .executeTakeFirst()
  if (!requested) return undefined
  const { groupMessageId, scopeKey } = requested
  const stored = await tx
    .updateTable('recipientCounts')
    .set({ claimedBy: jobId, claimedAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('groupMessageId', '=', groupMessageId)
    .where('scopeKey', '=', scopeKey)
    .returning(['scope', 'counts', 'statesAt', 'statesMs', 'countedAt', 'countedMs'])
    .executeTakeFirst()
  const message = await findGroupMessage(tx, groupMessageId)
  if (!stored || !message) return undefined
  return {
    message,
    scopeKey,
    viewer: viewerOfScope(VisibilityScope.parse(stored.scope)),
    counts: stored.counts ?? [],
    isStateStale: isStateStale(message, stored, at),
    isResponseStale: isResponseStale(message, stored, at),
  }
}

interface Stored {
  counts?: readonly OutcomeCount[]
  statesAt?: string
  statesMs?: number
  countedAt?: string
  countedMs?: number
}

function createRun(inTenant: InTenant, { tenantId, jobId, claim }: { tenantId: string; jobId: string; claim: Claim }) {
  const { message, scopeKey, viewer } = claim
  const claimed = (tx: TenantTx) =>
    tx
      .updateTable('recipientCounts')
      .where('tenantId', '=', tx.tenantId)
      .where('groupMessageId', '=', message.id)
      .where('scopeKey', '=', scopeKey)
      .where('claimedBy', '=', jobId)
  let renewedAt = performance.now()
  const renewClaim = async () => {
    if (performance.now() - renewedAt < HEARTBEAT_MS) return
    renewedAt = performance.now()
    await inTenant({ tenantId }, (tx) => claimed(tx).set({ claimedAt: tx.now() }).execute())
  }
  return {
    /** Counts all recipients, in transactions of about the same duration. */
    count: async (countBatch: typeof countRange) => {
      let counts: OutcomeCount[] = []
      let limit = FIRST_BATCH
      let startedAt: string | undefined
      const from = performance.now()
      for (let after: string | null | undefined = null; after !== undefined; ) {
        const page = { after, limit }
        const batchFrom = performance.now()
        const batch = await inTenant({ tenantId }, async (tx) => {
          startedAt ??= tx.now()
          const range = await findRange(tx, message.id, page)
          return { last: range.last, counts: await countBatch(tx, viewer, range) }
        })
        counts = addOutcomeCounts([...counts, ...batch.counts])
        after = batch.last ?? undefined
        limit = Math.min(
          BATCH_MAX,
          Math.ceil((limit * BATCH_MS) / Math.max(BATCH_MS / 2, performance.now() - batchFrom)),
        )
        await renewClaim()
      }
      return { counts, ms: Math.ceil(performance.now() - from), startedAt: startedAt ?? '' }
    },

    /** Stores counts; the last ones end the claim. */
    store: (notifier: CountNotifier, { counts, ...times }: Stored, { isLast }: { isLast: boolean }) =>
      inTenant({ tenantId }, async (tx) => {
        const waiting = await tx
          .selectFrom('recipientCounts')
          .where('tenantId', '=', tx.tenantId)
          .where('groupMessageId', '=', message.id)
          .where('scopeKey', '=', scopeKey)
          .where('claimedBy', '=', jobId)
          .select('requestedBy')
          .forUpdate()
          .executeTakeFirst()
        if (!waiting) return
        await claimed(tx)
          .set({
            ...times,
            ...(counts && { counts: JSON.stringify(counts), total: message.total }),
            ...(isLast && { requestedAt: null, requestedBy: [], claimedBy: null, claimedAt: null }),
          })
          .execute()
        notifier.add(tx, message, waiting.requestedBy)
      }),
  }
}

/** Deletes counts that no one has read for a month. */
export const deleteUnusedRecipientCounts = defineCleanup(async (tx, now, limit) => {
  const { numAffectedRows = 0n } = await sql`
    delete from recipient_counts c using (
      select o.group_message_id, o.scope_key from recipient_counts o
      where o.tenant_id = ${tx.tenantId} and o.read_at < ${shift(now, -KEPT_MS)}::timestamptz order by o.read_at limit ${limit}
    ) o
    where c.tenant_id = ${tx.tenantId} and c.group_message_id = o.group_message_id and c.scope_key = o.scope_key`.execute(
    tx,
  )
  return Number(numAffectedRows)
})
