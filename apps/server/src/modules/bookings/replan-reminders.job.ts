import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { BookingDeps } from './deps.ts'
import { lockVisit } from './page-visits.ts'
import { planOwnReminders } from './reminders.ts'
import { REPLAN_REMINDERS } from './replan-spec.ts'

/**
 * Replaces the reminders of a visit that was moved in bulk, or whose contact’s earlier visit that day changed. Safe to
 * run twice.
 */
export const replanReminders = defineJob({
  name: REPLAN_REMINDERS,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: (deps: BookingDeps, { tenantId, id }) =>
    deps.inTenant({ tenantId }, async (tx) => {
      // Locked, so that it is not cancelled while reminders are planned.
      if (await lockVisit(tx, id)) await planOwnReminders(deps, tx, id)
    }),
})
