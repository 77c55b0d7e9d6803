import { sql } from 'kysely'
import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { CELL } from './counts.ts'

/** Deltas that reads may sum before they are folded. */
export const DELTAS_TO_FOLD = 2000

export const foldCountsSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-conversation-counts',
  payload: { tenantId },
  jobKey: `fold-counts:${tenantId}`,
})

/** Folds the deltas into one row per cell. Safe to run twice and beside writers: it deletes only rows it has locked. */
export const foldConversationCounts = defineJob({
  name: 'fold-conversation-counts',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, async (tx) => {
      const cell = sql.raw(CELL)
      await sql`
        with deleted as (delete from conversation_counts where tenant_id = ${tx.tenantId} returning *)
        insert into conversation_counts (tenant_id, ${cell}, n)
        select ${tx.tenantId}::uuid, ${cell}, sum(n) from deleted group by ${cell} having sum(n) <> 0`.execute(tx)
    }),
})
