import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { translationRoutes } from './routes.ts'
import { translateInboundJob, translationSubscription } from './translate-inbound.job.ts'

/** Texts in the language of the team and in that of the contact. */
export const translationModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'translator', 'log'],
  routes: (api, services) => ({ translation: translationRoutes(api, services) }),
  jobs: [translateInboundJob],
  events,
  subscriptions: [translationSubscription],
})
