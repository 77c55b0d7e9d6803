import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { listAssignees } from '../assignees/index.ts'
import { accessConversation, type ConversationDeps, toOwnConversation } from '../conversations/index.ts'
import { assignConversation } from './assign-conversation.ts'
import { changeLocation } from './change-location.ts'

export function assignmentRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.assignment.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const { locationId } = await accessConversation(tx, actor, fromSid(input.sid))
        return wrap({ assignees: await listAssignees(tx, locationId) })
      }),
    ),
    change: api.assignment.change.handler(
      transaction(async (tx, { actor, input: { sid, toUserID, note, isClaim } }) => {
        const request = { id: fromSid(sid), assigneeId: toUserID, note, isClaim }
        const conversation = await assignConversation(deps, tx, actor, request)
        return wrap(conversation && toOwnConversation(conversation, actor.userId))
      }),
    ),
    changeLocation: api.assignment.changeLocation.handler(
      transaction(async (tx, { actor, input: { sid, locationID } }) => {
        const conversation = await changeLocation(deps, tx, actor, { id: fromSid(sid), locationId: locationID })
        return wrap(conversation && toOwnConversation(conversation, actor.userId))
      }),
    ),
  }
}
