import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const COUNT_RECIPIENTS = 'count-recipients'

/** Runs the requested counts; one job at a time for each business. */
export const countRecipientsSpec = (tenantId: string): JobSpec => ({
  identifier: COUNT_RECIPIENTS,
  payload: { tenantId },
  jobKey: `count-recipients:${tenantId}`,
})
