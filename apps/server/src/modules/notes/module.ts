import { type ContactFollower, defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { noteRoutes } from './routes.ts'

const moveNotes: ContactFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('contactNotes')
    .set({ contactId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('contactId', '=', from)
    .execute()
}

/** Notes for the team, in a conversation or about a contact. */
export const notesModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ notes: noteRoutes(api, services) }),
  events,
  contactFollowers: [moveNotes],
})
