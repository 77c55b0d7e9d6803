import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { answerInbound, answerSubscription } from './auto-reply.job.ts'
import { closeIdleConversations, findTenantsToClose } from './close-idle-conversations.job.ts'

/** Automatic replies: after hours, to a new contact, and when an idle conversation is closed. */
export const autoRepliesModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'database', 'secrets', 'sharedAccount', 'listActiveUsers'],
  jobs: [answerInbound, findTenantsToClose, closeIdleConversations],
  subscriptions: [answerSubscription],
})
