import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const EXPIRE_OFFER = 'expire-booking-offer'

/** Ends an offer when its times are no longer held. Showing others replaces the job. */
export const expireOfferSpec = (payload: { tenantId: string; id: string }, runAt: string): JobSpec => ({
  identifier: EXPIRE_OFFER,
  payload,
  runAt,
  jobKey: `${EXPIRE_OFFER}:${payload.id}`,
})
