import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { changeMatchingSubscribers } from './change-subscribers.job.ts'
import { subscriberRoutes } from './routes.ts'

/** Subscribers: people who agreed to marketing texts, listed, added and unsubscribed. */
export const subscribersModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ subscribers: subscriberRoutes(api, services) }),
  jobs: [changeMatchingSubscribers],
})
