import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const EXPIRE_HOLD = 'expire-hold'

/** Ends a hold when it runs out. */
export const expireHoldSpec = (payload: { tenantId: string; id: string }, runAt: string): JobSpec => ({
  identifier: EXPIRE_HOLD,
  payload,
  runAt,
})
