import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const COUNT_TREND = 'count-campaign-trend'

/** `userId`: the viewer of the chart; it is counted only for viewers who see everything. */
export const CountTrend = z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() })

/** One job waits for each business, so that charts don't take the slots that its other background work needs. */
export const countTrendSpec = (tenantId: string, { userId }: { userId: string }, id: string): JobSpec => ({
  identifier: COUNT_TREND,
  payload: { tenantId, userId, id } satisfies z.input<typeof CountTrend>,
  jobKey: `${COUNT_TREND} ${tenantId}`,
})
