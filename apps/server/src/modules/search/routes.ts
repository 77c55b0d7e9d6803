import { toSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { toConversation, toOwnConversation } from '../conversations/index.ts'
import { searchAll } from './search-all.ts'
import { type MessageResults, searchMessages, toHit } from './search-messages.ts'

const toMessageResults = ({ hits, conversations, nextCursor }: MessageResults) => ({
  hits: hits.map(toHit),
  conversations: conversations.map(toConversation),
  nextCursor,
})

export const messageSearchRoutes = (api: Api, deps: Needs<'inTenant' | 'now'>) => ({
  searchAll: api.messageSearch.searchAll.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const { conversations, contacts, groups, messages } = await deps.inTenant(actor, (tx) =>
      searchAll(tx, actor, input, deps.now()),
    )
    return wrap({
      conversations: conversations.map((row) => toOwnConversation(row, actor.userId)),
      contacts,
      groups: groups.map(({ id, name }) => ({ sid: toSid('GC', id), name })),
      messages: toMessageResults(messages),
    })
  }),
  search: api.messageSearch.search.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(toMessageResults(await deps.inTenant(actor, (tx) => searchMessages(tx, actor, input, deps.now()))))
  }),
})
