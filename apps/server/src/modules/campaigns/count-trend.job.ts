import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson } from '../accounts/index.ts'
import { countByTime, findRange, type TimeCount } from '../group-messages/index.ts'
import { seesEverything } from '../visibility/index.ts'
import { addTimeCounts, CLAIM_MS, isTrendClaimed, STALE_MS } from './trend.ts'
import { COUNT_TREND, CountTrend } from './trend-spec.ts'

const HEARTBEAT_MS = 15_000
/** Recipients per transaction. */
const BATCH = 2000

/** Counts over time what became of a large campaign, some recipients per transaction, one campaign at a time. */
export const countCampaignTrend = defineJob({
  name: COUNT_TREND,
  lane: 'background',
  payload: CountTrend,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, userId, id }, { jobId }) => {
    const claim = await inTenant({ tenantId }, async (tx) => {
      const viewer = await findPerson(tx, userId)
      if (!viewer || !seesEverything(viewer) || !(await claimTrend(tx, id, jobId))) return null
      const messages = await tx
        .selectFrom('groupMessages')
        .where('tenantId', '=', tx.tenantId)
        .where('campaignId', '=', id)
        .select('id')
        .execute()
      return { viewer, messages, startedAt: tx.now() }
    })
    if (claim === null) return
    const claimed = (tx: TenantTx) =>
      tx
        .updateTable('campaignTrends')
        .where('tenantId', '=', tx.tenantId)
        .where('campaignId', '=', id)
        .where('claimedBy', '=', jobId)
    let renewedAt = performance.now()
    let counts: TimeCount[] = []
    for (const message of claim.messages)
      for (let after: string | null | undefined = null; after !== undefined; ) {
        const page = { after, limit: BATCH }
        const batch = await inTenant({ tenantId }, async (tx) => {
          const range = await findRange(tx, message.id, page)
          const timeCounts = await countByTime(tx, claim.viewer, [message.id], { bucketMinutes: 60, range })
          return { last: range.last, counts: timeCounts }
        })
        counts = addTimeCounts([...counts, ...batch.counts])
        after = batch.last ?? undefined
        if (performance.now() - renewedAt < HEARTBEAT_MS) continue
        renewedAt = performance.now()
        const { numUpdatedRows } = await inTenant({ tenantId }, (tx) =>
          claimed(tx).set({ claimedAt: tx.now() }).executeTakeFirstOrThrow(),
        )
        if (numUpdatedRows === 0n) return
      }
    // Stores nothing if another run took the claim over or the campaign was deleted meanwhile.
    await inTenant({ tenantId }, (tx) =>
      claimed(tx)
        .set({
          points: JSON.stringify(counts),
          countedAt: claim.startedAt,
          storedAt: tx.now(),
          claimedBy: null,
          claimedAt: null,
        })
        .execute(),
    )
  },
})

/** Claims the count of a campaign, unless another job counts for the business or the last count has just ended. */
async function claimTrend(tx: TenantTx, id: string, jobId: string): Promise<boolean> {
  const campaign = await tx
    .selectFrom('campaigns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!campaign || (await isTrendClaimed(tx, jobId))) return false
  const at = tx.now()
  const claim = { claimedBy: jobId, claimedAt: at }
  // The conditions are checked again under the lock of the row.
  const row = await tx
    .insertInto('campaignTrends')
    .values({ tenantId: tx.tenantId, campaignId: id, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'campaignId'])
        .doUpdateSet(claim)
        .where((eb) =>
          eb.and([
            eb.or([
              eb('campaignTrends.claimedAt', 'is', null),
              eb('campaignTrends.claimedAt', '<=', shift(at, -CLAIM_MS)),
              eb('campaignTrends.claimedBy', '=', jobId),
            ]),
            eb.or([
              eb('campaignTrends.storedAt', 'is', null),
              eb('campaignTrends.storedAt', '<', shift(at, -STALE_MS)),
            ]),
          ]),
        ),
    )
    .returning('campaignId')
    .executeTakeFirst()
  return row !== undefined
}
