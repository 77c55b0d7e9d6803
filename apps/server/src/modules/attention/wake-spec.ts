import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const WAKE_SNOOZED = 'wake-snoozed'

export const WakePayload = z.object({
  tenantId: z.uuid(),
  conversationId: z.uuid(),
  userId: z
    .uuid()
    .nullable()
    .describe('The teammate who snoozed it, for whom it becomes unread; null for a rule of the business.'),
})

/** Replaces the time of an earlier snooze. */
export const wakeSpec = (payload: z.infer<typeof WakePayload>, runAt: string): JobSpec => ({
  identifier: WAKE_SNOOZED,
  payload,
  jobKey: `wake:${payload.conversationId}`,
  runAt,
})
