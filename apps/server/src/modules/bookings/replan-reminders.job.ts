import { z } from 'zod'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import type { BookingDeps } from './deps.ts'
import { planReminders } from './reminders.ts'

const NAME = 'replan-booking-reminders'

export const replanRemindersSpec = (payload: { tenantId: string; id: string }): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `${NAME}:${payload.id}`,
})

/** Replaces the reminders of a visit that was moved in bulk. Safe to run twice. */
export const replanReminders = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: BookingDeps, { tenantId, id }) => deps.inTenant({ tenantId }, (tx) => planReminders(deps, tx, null, id)),
})
