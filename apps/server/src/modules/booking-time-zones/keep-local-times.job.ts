import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { keepBlockTimes } from '../booking-resources/index.ts'
import { addBookingTask, closeBookingTasks } from '../booking-tasks/index.ts'
import { keepLocalTimes, replanRemindersSpec } from '../bookings/index.ts'
import { locationChanged } from '../locations/events.ts'
import { KEEP_LOCAL_TIMES, keepLocalTimesSpec } from './job-specs.ts'

export const keepOnZoneChange = subscribe(locationChanged, ({ tenantId, data: { locationID, previousTimeZone } }) =>
  previousTimeZone ? [keepLocalTimesSpec(tenantId, { locationId: locationID, from: previousTimeZone })] : [],
)

/**
 * Keeps the local times of upcoming visits and of blocked time. If the time is taken, the visit stays where it is and
 * the team gets a task to arrange another one. Safe to run twice.
 */
export const keepLocalTimesJob = defineJob({
  name: KEEP_LOCAL_TIMES,
  lane: 'default',
  payload: z.object({
    tenantId: z.uuid(),
    corrected: z.object({ locationId: z.uuid(), from: z.string() }).optional(),
  }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, corrected }) =>
    inTenant({ tenantId }, async (tx) => {
      const to = corrected && (await findTimeZone(tx, corrected.locationId))
      if (corrected && (to === null || to === corrected.from)) return
      const zones = corrected && to ? { ...corrected, to } : undefined
      await keepBlockTimes(tx, zones)
      const { movedIds, taken } = await keepLocalTimes(tx, zones)
      for (const bookingId of movedIds) await closeBookingTasks(tx, { bookingId, kind: 'wrong-time' })
      for (const { id, startsAt } of taken)
        await addBookingTask(tx, { bookingId: id, kind: 'wrong-time', reason: 'taken', cause: startsAt })
      await enqueue(tx, ...movedIds.map((id) => replanRemindersSpec({ tenantId, id })))
    }),
})

/** Returns null if the location was removed. */
async function findTimeZone(tx: TenantTx, locationId: string): Promise<string | null> {
  const location = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', locationId)
    .select('timeZone')
    .executeTakeFirst()
  return location?.timeZone ?? null
}
