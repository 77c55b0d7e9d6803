import { fromSid, toSid } from '@frontdesk/contract/rules'
import { AppError } from '../../platform/errors.ts'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { findConversationsByIds, toConversation } from '../conversations/index.ts'
import { resolveMergedConversation } from '../number-pairs/index.ts'
import { listMessages, toMessage } from '../threads/index.ts'
import { addUpdate } from './add-update.ts'
import { deleteMessage } from './delete-message.ts'
import type { SendDeps } from './deps.ts'
import { fixConversation } from './fix-conversation.ts'
import { retryMessage } from './outbound/retry-message.ts'
import { runIdempotently } from './outbound/run-idempotently.ts'
import { sendMessage } from './outbound/send-message.ts'
import { readSendRequest } from './send-request.ts'

export function messageRoutes(api: Api, deps: SendDeps & Needs<'sentPayments'>) {
  const transaction = inTransaction(deps)
  return {
    getListByConversationIds: api.messages.getListByConversationIds.handler(
      transaction(async (tx, { actor, input }) => {
        const ids = [...new Set(input.conversationIds)].map(fromSid)
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
      }),
    ),
    send: api.messages.send.handler((request) =>
      runIdempotently('messages_pkey', () =>
        transaction(async (tx, { actor, input }: ApiRequest<typeof request.input>) => {
          const { paymentID, ...written } = input
          const request = readSendRequest(written)
          // Before the conversation, in the order in which changes of documents lock both.
          const prepared =
            paymentID === undefined
              ? undefined
              : await deps.sentPayments.prepare(tx, actor, paymentID, {
                  ...{ text: request.text, messageId: request.clientMessageId, createdBy: actor.userId },
                  conversationId: await resolveMergedConversation(tx, request.conversationId),
                })
          const sent = await sendMessage(deps, tx, actor, { ...request, ...prepared })
          const { message } = sent
          const conversation =
            paymentID === undefined
              ? sent.conversation
              : await deps.sentPayments.record(tx, actor, {
                  ...{ id: paymentID, messageId: message.id, viaId: message.viaId },
                  ...{ conversation: sent.conversation, isRepeated: sent.isRepeated ?? false },
                })
          return wrap({ message: toMessage(message), conversation: toConversation(conversation) })
        })(request),
      ),
    ),
    retry: api.messages.retry.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toMessage(await retryMessage(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    remove: api.messages.remove.handler(
      transaction(async (tx, { actor, input }) => {
        const { message, conversation, wasSent } = await deleteMessage(deps, tx, actor, fromSid(input.sid))
        return wrap({ message: toMessage(message), conversation: toConversation(conversation), wasSent })
      }),
    ),
    fixSms: api.messages.fixSms.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await fixConversation(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    sendUpdates: api.messages.sendUpdates.handler((request) =>
      runIdempotently('messages_pkey', () =>
        transaction(async (tx, { actor, input: { conversationSid, ...update } }: ApiRequest<typeof request.input>) => {
          const added = await addUpdate(deps, tx, actor, { conversationId: fromSid(conversationSid), ...update })
          return wrap({ message: toMessage(added.message), conversation: toConversation(added.conversation) })
        })(request),
      ),
    ),
  }
}
