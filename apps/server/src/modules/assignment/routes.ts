import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { listAssignees } from '../assignees/index.ts'
import { accessConversation, type ConversationDeps, toOwnConversation } from '../conversations/index.ts'
import { assignConversation } from './assign-conversation.ts'
import { changeLocation } from './change-location.ts'

export const assignmentRoutes = (api: Api, deps: ConversationDeps) => ({
  getList: api.assignment.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return deps.inTenant(actor, async (tx) => {
      const { locationId } = await accessConversation(tx, actor, fromSid(input.sid))
      return wrap({ assignees: await listAssignees(tx, locationId) })
    })
  }),
  change: api.assignment.change.handler(async ({ context, input: { sid, toUserID, note, isClaim } }) => {
    const actor = signedIn(context)
    const request = { id: fromSid(sid), assigneeId: toUserID, note, isClaim }
    const conversation = await assignConversation(deps, actor, request)
    return wrap(conversation && toOwnConversation(conversation, actor.userId))
  }),
  changeLocation: api.assignment.changeLocation.handler(async ({ context, input: { sid, locationID } }) => {
    const actor = signedIn(context)
    const conversation = await changeLocation(deps, actor, { id: fromSid(sid), locationId: locationID })
    return wrap(conversation && toOwnConversation(conversation, actor.userId))
  }),
})
