import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { searchAll } from './search-all.ts'
import { searchMessages } from './search-messages.ts'

export const messageSearchRoutes = (api: Api, deps: Needs<'inTenant' | 'now'>) => ({
  searchAll: api.messageSearch.searchAll.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => searchAll(tx, actor, input, deps.now())))
  }),
  search: api.messageSearch.search.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => searchMessages(tx, actor, input, deps.now())))
  }),
})
