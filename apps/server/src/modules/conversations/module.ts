import { defineModule } from '../../platform/module.ts'
import { clearOldDeletedTexts } from './deleted-texts.ts'
import { CONVERSATION_NEEDS } from './deps.ts'
import * as events from './events.ts'
import { maySeeMessage } from './queries.ts'
import { conversationRoutes } from './routes.ts'

/** Conversations: the row, access, lists, starting and deleting. */
export const conversationsModule = defineModule({
  needs: CONVERSATION_NEEDS,
  offers: { maySeeMessage: () => maySeeMessage },
  routes: (api, services) => ({ conversations: conversationRoutes(api, services) }),
  events,
  cleanups: [clearOldDeletedTexts],
})
