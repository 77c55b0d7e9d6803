import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const UNSNOOZE_DUE = 'unsnooze-due'

export const UnsnoozePayload = z.object({
  tenantId: z.uuid(),
  conversationId: z.uuid(),
  userId: z
    .uuid()
    .nullable()
    .describe('The teammate who snoozed it, for whom it becomes unread; null for a rule of the business.'),
})

/** Replaces the time of an earlier snooze. */
export const unsnoozeSpec = (payload: z.infer<typeof UnsnoozePayload>, runAt: string): JobSpec => ({
  identifier: UNSNOOZE_DUE,
  payload,
  jobKey: `unsnooze:${payload.conversationId}`,
  runAt,
})
