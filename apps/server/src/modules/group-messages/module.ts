import { defineModule, type LocationFollower } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import * as events from './events.ts'
import { groupMessageRoutes, reviewInviteRoutes } from './routes.ts'
import { sendGroupMessage } from './send-group-message.job.ts'

/** Sends the rest of a running message from the location that replaces a removed one. */
const moveGroupMessages: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('groupMessages')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}

/** Messages to many contacts, each in their own conversation: sending, outcomes, replies; review invites. */
export const groupMessagesModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'secrets', 'sharedAccount'],
  routes: (api, services) => ({
    groupMessages: groupMessageRoutes(api, services),
    reviewInvites: reviewInviteRoutes(api, services),
  }),
  jobs: [sendGroupMessage],
  events,
  locationFollowers: [moveGroupMessages],
})
