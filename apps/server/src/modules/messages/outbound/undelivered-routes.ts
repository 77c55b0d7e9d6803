import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../../platform/http/api.ts'
import { wrap } from '../../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../../conversations/index.ts'
import { toMessage } from '../../threads/index.ts'
import { dismissUndelivered } from './dismiss-undelivered.ts'
import { countUndelivered, listUndelivered } from './undelivered.ts'

export const undeliveredRoutes = (api: Api, deps: ConversationDeps) => ({
  getList: api.undelivered.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const { items, paging } = await deps.inTenant(actor, (tx) => listUndelivered(tx, actor, input))
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
  getCount: api.undelivered.getCount.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap({ count: await deps.inTenant(actor, (tx) => countUndelivered(tx, actor, input)) })
  }),
  dismiss: api.undelivered.dismiss.handler(async ({ context, input }) => {
    const messages = await dismissUndelivered(deps, signedIn(context), input.sids.map(fromSid))
    return wrap({ messages: messages.map(toMessage) })
  }),
})
