import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { contactRoutes } from './routes.ts'

/** Contacts with their tags, labels and media. */
export const contactsModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'contactFollowers', 'labelChanges'],
  routes: (api, services) => ({ contacts: contactRoutes(api, services) }),
  events,
  settings: ['labels'],
})
