import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const REPLAN_REMINDERS = 'replan-booking-reminders'

export const replanRemindersSpec = (payload: { tenantId: string; id: string }): JobSpec => ({
  identifier: REPLAN_REMINDERS,
  payload,
  jobKey: `${REPLAN_REMINDERS}:${payload.id}`,
})
