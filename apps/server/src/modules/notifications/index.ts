import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { NotificationDeps } from './deps.ts'
import { sendDigest } from './digest.job.ts'
import { notify } from './notify.job.ts'
import { pushToDevice } from './push.job.ts'

export const notificationJobs = (deps: NotificationDeps): AnyJob[] => [
  notify(deps),
  pushToDevice(deps),
  sendDigest(deps),
]

export { clearEndedDevices, clearOldNotifications } from './clear-old.ts'
export type { NotificationDeps, PushService } from './deps.ts'
export { notificationSubscription } from './notify.job.ts'
export { notificationRoutes } from './routes.ts'
