import { fromSid, toSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { SendDeps } from '../messages/index.ts'
import { getGroupMessage, listGroupMessages, listInvites, listRecipients } from './queries.ts'
import { sendReviewInvite } from './send-review-invite.ts'
import { stopGroupMessage } from './stop-group-message.ts'

export function groupMessageRoutes(api: Api, deps: SendDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.groupMessages.getList.handler(
      transaction(async (tx, { actor, input: { groupSid, cursor } }) =>
        wrap(await listGroupMessages(tx, actor, { groupId: groupSid && fromSid(groupSid), cursor })),
      ),
    ),
    get: api.groupMessages.get.handler(
      transaction(async (tx, { actor, input }) => wrap(await getGroupMessage(tx, actor, input.id))),
    ),
    getRecipients: api.groupMessages.getRecipients.handler(
      transaction(async (tx, { actor, input }) => wrap(await listRecipients(tx, actor, input))),
    ),
    stop: api.groupMessages.stop.handler(
      transaction(async (tx, { actor, input }) => {
        await stopGroupMessage(tx, actor, input.id)
        return wrap(await getGroupMessage(tx, actor, input.id))
      }),
    ),
  }
}

export function reviewInviteRoutes(api: Api, deps: SendDeps) {
  const transaction = inTransaction(deps)
  return {
    send: api.reviewInvites.send.handler(
      transaction(async (tx, { actor, input: { contactID, text, clientMessageId } }) => {
        const { conversationId, heldUntil } = await sendReviewInvite(deps, tx, actor, {
          contactId: contactID,
          text,
          id: clientMessageId,
        })
        return wrap({ conversationSid: conversationId && toSid('CH', conversationId), heldUntil })
      }),
    ),
    getInvites: api.reviewInvites.getInvites.handler(
      transaction(async (tx, { actor }) => ({
        contactsInvites: Object.fromEntries((await listInvites(tx, actor)).map((invite) => [invite.contactID, invite])),
      })),
    ),
  }
}
