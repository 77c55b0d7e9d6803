import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const COUNT_TREND = 'count-campaign-trend'

/** `userId`: who looks at the chart; only someone who sees everything has it counted. */
export const CountTrend = z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() })

/** One job waits for each business, so that charts don't take the slots that its other background work needs. */
export const countTrendSpec = (tenantId: string, { userId }: { userId: string }, id: string): JobSpec => ({
  identifier: COUNT_TREND,
  payload: { tenantId, userId, id } satisfies z.input<typeof CountTrend>,
  jobKey: `${COUNT_TREND} ${tenantId}`,
})
