import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const START_SCHEDULED_CAMPAIGN = 'start-scheduled-campaign'

export const StartScheduled = z.object({ tenantId: z.uuid(), id: z.uuid(), scheduledAt: z.string() })

/** Starts a scheduled campaign at its time. Another time replaces the job. */
export const startScheduledSpec = (payload: z.infer<typeof StartScheduled>): JobSpec => ({
  identifier: START_SCHEDULED_CAMPAIGN,
  payload,
  jobKey: `start-campaign:${payload.id}`,
  runAt: payload.scheduledAt,
})
