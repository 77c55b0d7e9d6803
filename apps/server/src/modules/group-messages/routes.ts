import { fromSid, toSid } from '@frontdesk/contract/rules'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { releaseFromGroupMessage } from '../files/index.ts'
import type { GroupMessageDeps } from './deps.ts'
import { readInviteText, saveInviteText } from './invite-text.ts'
import { listRecipients } from './list-recipients.ts'
import { getGroupMessage, listGroupMessages, listInvites } from './queries.ts'
import { sendReviewInvite } from './send-review-invite.ts'
import { stopGroupMessage } from './stop-group-message.ts'
import { undoGroupMessage } from './undo-group-message.ts'

export function groupMessageRoutes(api: Api, deps: GroupMessageDeps) {
  const transaction = inTransaction(deps)
  const get = transaction(async (tx, { actor, input }: ApiRequest<{ id: string }>) =>
    wrap(await getGroupMessage(tx, actor, input.id)),
  )
  // Committed before the outcomes of very many recipients are counted.
  const stop = transaction((tx, { actor, input }: ApiRequest<{ id: string }>) => stopGroupMessage(tx, actor, input.id))
  return {
    getList: api.groupMessages.getList.handler(
      transaction(async (tx, { actor, input: { groupSid, cursor } }) =>
        wrap(await listGroupMessages(tx, actor, { groupId: groupSid && fromSid(groupSid), cursor })),
      ),
    ),
    get: api.groupMessages.get.handler(get),
    getRecipients: api.groupMessages.getRecipients.handler(
      transaction(async (tx, { actor, input }) => wrap(await listRecipients(deps, tx, actor, input))),
    ),
    undo: api.groupMessages.undo.handler(
      transaction(async (tx, { actor, input }) => {
        await undoGroupMessage(tx, actor, input.id)
        // With its files, which the author can then attach again.
        const message = await getGroupMessage(tx, actor, input.id)
        await releaseFromGroupMessage(tx, input.id)
        return wrap(message)
      }),
    ),
    stop: api.groupMessages.stop.handler(async (request) => {
      await stop(request)
      return get(request)
    }),
  }
}

export function reviewInviteRoutes(api: Api, deps: GroupMessageDeps) {
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
        ...(await readInviteText(tx)),
        contactsInvites: Object.fromEntries((await listInvites(tx, actor)).map((invite) => [invite.contactID, invite])),
      })),
    ),
    saveInvites: api.reviewInvites.saveInvites.handler(
      transaction((tx, { actor, input }) => saveInviteText(tx, actor, input)),
    ),
  }
}
