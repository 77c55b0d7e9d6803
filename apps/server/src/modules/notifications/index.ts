import type { AnyJob } from '../../platform/jobs/define-job.ts'
import { clearOldNotifications } from './clear-old.job.ts'
import type { NotificationDeps } from './deps.ts'
import { sendDigest } from './digest.job.ts'
import { notify } from './notify.job.ts'
import { pushToDevice } from './push.job.ts'

export const notificationJobs = (deps: NotificationDeps): AnyJob[] => [
  notify(deps),
  pushToDevice(deps),
  sendDigest(deps),
  clearOldNotifications(deps),
]

export { CLEAR_OLD_NOTIFICATIONS } from './clear-old.job.ts'
export type { NotificationDeps, PushService } from './deps.ts'
export { notificationSubscription } from './notify.job.ts'
export { notificationRoutes } from './routes.ts'
