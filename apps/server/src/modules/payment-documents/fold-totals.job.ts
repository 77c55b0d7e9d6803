import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { foldDeltas } from '../totals/index.ts'

export const foldTotalsSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-payment-totals',
  payload: { tenantId },
  jobKey: `fold-payment-totals:${tenantId}`,
})

export const foldPaymentTotals = defineJob({
  name: 'fold-payment-totals',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, (tx) =>
      foldDeltas(tx, {
        table: 'payment_totals',
        cell: 'location_id, kind, status, currency',
        sums: ['n', 'amount'],
      }),
    ),
})
