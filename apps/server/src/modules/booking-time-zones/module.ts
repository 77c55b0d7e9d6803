import { defineModule } from '../../platform/module.ts'
import { checkTzdata } from './check-tzdata.job.ts'
import { keepLocalTimesJob, keepOnZoneChange } from './keep-local-times.job.ts'

/**
 * Keeps the local times of visits and blocked time when time zone rules change, or the time zone of a location is
 * corrected.
 */
export const bookingTimeZonesModule = defineModule({
  needs: ['inTenant', 'directory', 'now', 'log'],
  jobs: [checkTzdata, keepLocalTimesJob],
  subscriptions: [keepOnZoneChange],
})
