import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { answerInbound } from './answer-inbound.job.ts'
import { closeIdleConversations, findTenantsToClose } from './close-idle-conversations.job.ts'
import { findTenantsToHandOut, handOutConversations } from './hand-out.job.ts'

export { answerSubscription } from './answer-inbound.job.ts'
export { CLOSE_IDLE_CONVERSATIONS } from './close-idle-conversations.job.ts'
export { HAND_OUT_CONVERSATIONS } from './hand-out.job.ts'

export const automaticAnswerJobs = (deps: ConversationDeps): AnyJob[] =>
  [answerInbound, findTenantsToClose, closeIdleConversations, findTenantsToHandOut, handOutConversations].map((job) =>
    job(deps),
  )
