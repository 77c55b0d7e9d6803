import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { attentionRoutes } from './routes.ts'
import { unsnoozeDue } from './unsnooze-due.job.ts'

/** Waiting for a reply, snoozing, read and unread. */
export const attentionModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ attention: attentionRoutes(api, services) }),
  jobs: [unsnoozeDue],
  events,
})
