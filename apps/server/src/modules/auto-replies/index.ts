import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { answerInbound } from './auto-reply.job.ts'
import { closeIdleConversations, findTenantsToClose } from './close-idle-conversations.job.ts'

export const autoReplyJobs = (deps: ConversationDeps): AnyJob[] =>
  [answerInbound, findTenantsToClose, closeIdleConversations].map((job) => job(deps))

export { answerSubscription } from './auto-reply.job.ts'
export { CLOSE_IDLE_CONVERSATIONS } from './close-idle-conversations.job.ts'
