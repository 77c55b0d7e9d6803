import { z } from 'zod'
import type { InTenant } from '../../platform/database/database.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import { foldDeltas } from '../totals/index.ts'

export const foldDaysSpec = (tenantId: string): JobSpec => ({
  identifier: 'fold-payment-days',
  payload: { tenantId },
  jobKey: `fold-payment-days:${tenantId}`,
})

export const foldPaymentDays = defineJob({
  name: 'fold-payment-days',
  lane: 'default',
  payload: z.object({ tenantId: z.uuid() }),
  run: ({ inTenant }: { inTenant: InTenant }, scope) =>
    inTenant(scope, (tx) =>
      foldDeltas(tx, {
        table: 'payment_days',
        cell: 'day, location_id, currency, kind, debit, credit',
        sums: ['n', 'amount'],
      }),
    ),
})
