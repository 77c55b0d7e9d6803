import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { toOwnConversation } from '../conversations/index.ts'
import { toMessage } from '../threads/index.ts'
import { readTimeline } from './timeline.ts'

export const timelineRoutes = (api: Api, deps: Needs<'inTenant'>) => ({
  getList: api.timeline.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const query = {
      ...input,
      before: input.before.map(({ conversationSid, index }) => ({ conversationId: fromSid(conversationSid), index })),
    }
    const { conversations, items, hasPrevPage } = await deps.inTenant(actor, (tx) => readTimeline(tx, actor, query))
    return wrap({
      conversations: conversations.map((row) => toOwnConversation(row, actor.userId)),
      items: items.map(toMessage),
      hasPrevPage,
    })
  }),
})
