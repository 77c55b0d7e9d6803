import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { block, unblock } from './change-block.ts'
import { listBlockedNumbers } from './queries.ts'

export function blockedNumberRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.blockedNumbers.getList.handler(
      transaction(async (tx, { actor, input }) => {
        const { blockedNumbers, paging } = await listBlockedNumbers(tx, actor, input)
        return { ...wrap({ blockedNumbers }), paging }
      }),
    ),
    block: api.blockedNumbers.block.handler(
      transaction(async (tx, { actor, input }) => wrap(await block(deps, tx, actor, input.phoneNumber))),
    ),
    unblock: api.blockedNumbers.unblock.handler(
      transaction(async (tx, { actor, input }) => wrap(await unblock(deps, tx, actor, input.phoneNumber))),
    ),
  }
}
