import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { wakeSnoozed } from './wake-snoozed.job.ts'

export const attentionJobs = (deps: ConversationDeps): AnyJob[] => [wakeSnoozed(deps)]

export { markRead } from './mark-read.ts'
export { attentionRoutes } from './routes.ts'
export { snoozeConversation, wakeTime } from './snooze.ts'
export { setUnreadMark } from './unread-marks.ts'
export { wakeLocked } from './wake-conversation.ts'
export { wakeSpec } from './wake-snoozed.job.ts'
