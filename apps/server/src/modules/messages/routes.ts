import { fromSid, toSid } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { findConversationsByIds, listMessages, toMessage } from '../conversations/index.ts'
import { addUpdate } from './add-update.ts'
import { deleteMessage } from './delete-message.ts'
import type { SendDeps } from './deps.ts'
import { fixConversation } from './fix-conversation.ts'
import { retryMessage } from './outbound/retry-message.ts'
import { runIdempotently } from './outbound/run-idempotently.ts'
import { sendMessage } from './outbound/send-message.ts'

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
          const latest =
            conversations.find((conversation) => conversation.sid === toSid('CH', id))?.lastMessage?.index ?? 0
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

  send: api.messages.send.handler(async ({ context, input }) =>
    wrap(
      await runIdempotently('messages_pkey', () =>
        deps.inTenant(signedIn(context), (tx) => sendMessage(deps, tx, signedIn(context), input)),
      ),
    ),
  ),
  retry: api.messages.retry.handler(async ({ context, input }) =>
    wrap(await retryMessage(deps, signedIn(context), input.sid)),
  ),
  remove: api.messages.remove.handler(async ({ context, input }) =>
    wrap(await deleteMessage(deps, signedIn(context), input.sid)),
  ),
  fixSms: api.messages.fixSms.handler(async ({ context, input }) =>
    wrap(await fixConversation(deps, signedIn(context), input.sid)),
  ),
  sendUpdates: api.messages.sendUpdates.handler(async ({ context, input }) =>
    wrap(await addUpdate(deps, signedIn(context), input)),
  ),
})
