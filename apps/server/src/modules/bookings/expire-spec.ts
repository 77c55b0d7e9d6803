import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const EXPIRE_HOLD = 'expire-hold'

/** Ends a hold when it runs out. Extending it replaces the job. */
export const expireHoldSpec = (payload: { tenantId: string; id: string }, runAt: string): JobSpec => ({
  identifier: EXPIRE_HOLD,
  payload,
  runAt,
  jobKey: `${EXPIRE_HOLD}:${payload.id}`,
})
