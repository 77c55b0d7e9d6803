import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../../platform/http/api.ts'
import { wrap } from '../../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../../conversations/index.ts'
import { toMessage } from '../../threads/index.ts'
import { dismissUndelivered, restoreUndelivered } from './dismiss-undelivered.ts'
import { countUndelivered, listUndelivered } from './undelivered.ts'

export function undeliveredRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.undelivered.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const { items, paging } = await listUndelivered(tx, actor, input)
        return {
          ...wrap({
            items: items.map(({ message, conversation }) => ({
              message: toMessage(message),
              conversation: toConversation(conversation),
            })),
          }),
          paging,
        }
      }),
    ),
    getCount: api.undelivered.getCount.handler(
      transaction(async (tx, { actor, input }) => wrap({ count: await countUndelivered(tx, actor, input) })),
    ),
    dismiss: api.undelivered.dismiss.handler(
      transaction(async (tx, { actor, input }) => {
        const messages = await dismissUndelivered(deps, tx, actor, input.sids.map(fromSid))
        return wrap({ messages: messages.map(toMessage) })
      }),
    ),
    restore: api.undelivered.restore.handler(
      transaction(async (tx, { actor, input }) => {
        const messages = await restoreUndelivered(deps, tx, actor, input.sids.map(fromSid))
        return wrap({ messages: messages.map(toMessage) })
      }),
    ),
  }
}
