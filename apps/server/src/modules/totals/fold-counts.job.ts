import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { CELL } from './counts.ts'
import { foldDeltas } from './fold-deltas.ts'

export const foldCountsSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-conversation-counts',
  payload: { tenantId },
  jobKey: `fold-counts:${tenantId}`,
})

export const foldConversationCounts = defineJob({
  name: 'fold-conversation-counts',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, (tx) => foldDeltas(tx, { table: 'conversation_counts', cell: CELL })),
})
