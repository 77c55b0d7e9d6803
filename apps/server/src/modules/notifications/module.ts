import { defineModule } from '../../platform/module.ts'
import { clearEndedDevices, clearOldNotifications } from './clear-old.ts'
import { sendDigest } from './digest.job.ts'
import * as events from './events.ts'
import { notificationSubscription, notify } from './notify.job.ts'
import { pushToDevice } from './push.job.ts'
import { notificationRoutes } from './routes.ts'

/** Notifications in the bell, by push and by email digest. */
export const notificationsModule = defineModule({
  needs: ['inTenant', 'now', 'log', 'push', 'pushService', 'publicUrl'],
  routes: (api, services) => ({ notifications: notificationRoutes(api, services) }),
  jobs: [notify, pushToDevice, sendDigest],
  events,
  // Waits a second for more events: under load one job then notifies of many texts.
  readers: [{ name: 'notifications', gatherMs: 1000, batchSize: 2000, batches: [notificationSubscription] }],
  cleanups: [clearOldNotifications, clearEndedDevices],
})
