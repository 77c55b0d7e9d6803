import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { listAssignees } from '../assignees/index.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, changeLocation } from '../conversations/index.ts'
import { assignConversation } from './assign-conversation.ts'

export const assignmentRoutes = (api: Api, deps: ConversationDeps) => ({
  getList: api.assignment.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const { attributes } = await accessConversation(tx, actor, fromSid(input.sid))
      return wrap({ assignees: await listAssignees(tx, attributes.locationID) })
    })
  }),
  change: api.assignment.change.handler(async ({ context, input }) =>
    wrap(await assignConversation(deps, signedIn(context), input)),
  ),
  changeLocation: api.assignment.changeLocation.handler(async ({ context, input }) =>
    wrap(await changeLocation(deps, signedIn(context), input)),
  ),
})
