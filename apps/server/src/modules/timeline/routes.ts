import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { toOwnConversation } from '../conversations/index.ts'
import { toMessage } from '../threads/index.ts'
import { summarizeContact } from './summary.ts'
import { listByKind, readTimeline } from './timeline.ts'

const toBefore = (before: { conversationSid: string; index: number }[]) =>
  before.map(({ conversationSid, index }) => ({ conversationId: fromSid(conversationSid), index }))

export function timelineRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.timeline.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const page = await readTimeline(tx, actor, { ...input, before: toBefore(input.before) })
        return wrap({
          conversations: page.conversations.map((row) => toOwnConversation(row, actor.userId)),
          items: page.items.map(toMessage),
          hasPrevPage: page.hasPrevPage,
        })
      }),
    ),
    getByKind: api.timeline.getByKind.handler(
      transaction(async (tx, { actor, input }) => {
        const page = await listByKind(tx, actor, { ...input, before: toBefore(input.before) })
        return wrap({ items: page.items.map(toMessage), hasPrevPage: page.hasPrevPage })
      }),
    ),
    getSummary: api.timeline.getSummary.handler(
      transaction((tx, { actor, input }) => summarizeContact(tx, actor, input.contactId)),
    ),
  }
}
