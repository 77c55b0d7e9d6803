import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { foldDeltas } from '../totals/index.ts'

export const foldContactCountsSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-contact-counts',
  payload: { tenantId },
  jobKey: `fold-contact-counts:${tenantId}`,
})

export const foldContactCounts = defineJob({
  name: 'fold-contact-counts',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, async (tx) => {
      await foldDeltas(tx, { table: 'contact_counts', cell: 'location_id, source' })
      await foldDeltas(tx, { table: 'tag_counts', cell: 'tag' })
    }),
})
