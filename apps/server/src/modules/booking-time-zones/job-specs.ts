import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const KEEP_LOCAL_TIMES = 'keep-local-times'

/** For the visits of all locations, or of one whose time zone was corrected. */
export const keepLocalTimesSpec = (tenantId: string, corrected?: { locationId: string; from: string }): JobSpec => ({
  identifier: KEEP_LOCAL_TIMES,
  payload: { tenantId, ...(corrected && { corrected }) },
  jobKey: corrected ? `${KEEP_LOCAL_TIMES}:${corrected.locationId}:${corrected.from}` : KEEP_LOCAL_TIMES,
})
