import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const FILL_GAPS = 'fill-booking-gaps'

/** Offers the free times of a location to those who wait for one. A later job replaces one that has not started. */
export const fillGapsSpec = (payload: { tenantId: string; locationId: string }, runAt?: string): JobSpec => ({
  identifier: FILL_GAPS,
  payload,
  jobKey: `${FILL_GAPS}:${payload.locationId}${runAt === undefined ? '' : ':later'}`,
  ...(runAt !== undefined && { runAt }),
})
