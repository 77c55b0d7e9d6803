import { fromSid, toSid } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { findConversationsByIds, toConversation } from '../conversations/index.ts'
import { listMessages, toMessage } from '../threads/index.ts'
import { addUpdate } from './add-update.ts'
import { deleteMessage } from './delete-message.ts'
import type { SendDeps } from './deps.ts'
import { fixConversation } from './fix-conversation.ts'
import { retryMessage } from './outbound/retry-message.ts'
import { runIdempotently } from './outbound/run-idempotently.ts'
import { sendMessage } from './outbound/send-message.ts'
import { readSendRequest } from './send-request.ts'

export const messageRoutes = (api: Api, deps: SendDeps) => ({
  getListByConversationIds: api.messages.getListByConversationIds.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const ids = [...new Set(input.conversationIds)].map(fromSid)
    return deps.inTenant(actor, async (tx) => {
      const [conversations, pages] = await Promise.all([
        findConversationsByIds(tx, actor, ids),
        listMessages(tx, ids, input),
      ])
      if (conversations.length !== ids.length) throw new AppError('ConversationNotFound')
      return wrap({
        conversations: ids.map((id) => {
          const page = pages.get(id) ?? { rows: [], hasMore: false }
          const conversation = conversations.find((row) => row.id === id)
          const latest = conversation?.latestMessageAt == null ? 0 : conversation.latestIndex
          const isForward = input.afterIndex !== undefined
          const first = page.rows[0]?.index ?? (isForward ? (input.afterIndex ?? 0) : 1)
          const last = page.rows.at(-1)?.index ?? latest
          return {
            conversationSid: toSid('CH', id),
            items: page.rows.map(toMessage),
            hasNextPage: isForward ? page.hasMore : last < latest,
            hasPrevPage: isForward ? first > 1 : page.hasMore,
          }
        }),
      })
    })
  }),

  send: api.messages.send.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const request = readSendRequest(input)
    const { message, conversation } = await runIdempotently('messages_pkey', () =>
      deps.inTenant(actor, (tx) => sendMessage(deps, tx, actor, request)),
    )
    return wrap({ message: toMessage(message), conversation: toConversation(conversation) })
  }),
  retry: api.messages.retry.handler(async ({ context, input }) =>
    wrap(toMessage(await retryMessage(deps, signedIn(context), fromSid(input.sid)))),
  ),
  remove: api.messages.remove.handler(async ({ context, input }) => {
    const { message, conversation, wasSent } = await deleteMessage(deps, signedIn(context), fromSid(input.sid))
    return wrap({ message: toMessage(message), conversation: toConversation(conversation), wasSent })
  }),
  fixSms: api.messages.fixSms.handler(async ({ context, input }) =>
    wrap(toConversation(await fixConversation(deps, signedIn(context), fromSid(input.sid)))),
  ),
  sendUpdates: api.messages.sendUpdates.handler(
    async ({ context, input: { conversationSid, text, clientMessageId } }) => {
      const conversationId = fromSid(conversationSid)
      const added = await addUpdate(deps, signedIn(context), { conversationId, text, clientMessageId })
      return wrap({ message: toMessage(added.message), conversation: toConversation(added.conversation) })
    },
  ),
})
