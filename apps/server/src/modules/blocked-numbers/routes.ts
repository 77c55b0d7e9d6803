import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { block, unblock } from './change-block.ts'
import { listBlockedNumbers } from './queries.ts'

export const blockedNumberRoutes = (api: Api, deps: ConversationDeps) => ({
  getList: api.blockedNumbers.getList.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const { blockedNumbers, paging } = await deps.inTenant(actor, (tx) => listBlockedNumbers(tx, actor, input))
    return { ...wrap({ blockedNumbers }), paging }
  }),
  block: api.blockedNumbers.block.handler(async ({ context, input }) =>
    wrap(await block(deps, signedIn(context), input.phoneNumber)),
  ),
  unblock: api.blockedNumbers.unblock.handler(async ({ context, input }) =>
    wrap(await unblock(deps, signedIn(context), input.phoneNumber)),
  ),
})
