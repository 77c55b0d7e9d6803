import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const FILL_GAPS = 'fill-booking-gaps'

/**
 * Offers the free times of a location to those who wait for one, now or when quiet hours end. One that has not started
 * is replaced by another at the same time.
 */
export const fillGapsSpec = (payload: { tenantId: string; locationId: string }, runAt?: string): JobSpec => ({
  identifier: FILL_GAPS,
  payload,
  jobKey: `${FILL_GAPS}:${payload.locationId}${runAt === undefined ? '' : `:${runAt}`}`,
  ...(runAt !== undefined && { runAt }),
})
