import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ContactDeps } from '../contacts/index.ts'
import { addSubscriber } from './add-subscriber.ts'
import { changeSubscribers } from './change-subscribers.job.ts'
import { countSubscribers, listSubscribers } from './queries.ts'
import { countSubscriberTrend } from './trend.ts'

export function subscriberRoutes(api: Api, deps: ContactDeps) {
  const transaction = inTransaction(deps)
  return {
    getList: api.subscribers.getList.handler(
      transaction(async (tx, { actor, input: { state, pageSize, cursor, ...criteria } }) =>
        wrap(await listSubscribers(tx, actor, { state, pageSize, cursor, criteria })),
      ),
    ),
    getStats: api.subscribers.getStats.handler(
      transaction(async (tx, { actor, input }) => wrap(await countSubscribers(tx, actor, input))),
    ),
    getTrend: api.subscribers.getTrend.handler(
      transaction(async (tx, { actor, input }) => wrap(await countSubscriberTrend(tx, actor, input))),
    ),
    add: api.subscribers.add.handler(
      transaction(async (tx, { actor, input }) => wrap(await addSubscriber(deps, tx, actor, input))),
    ),
    unsubscribe: api.subscribers.unsubscribe.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(await changeSubscribers(tx, actor, { ...input, action: 'unsubscribe' })),
      ),
    ),
    delete: api.subscribers.delete.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(await changeSubscribers(tx, actor, { ...input, reason: '', action: 'delete' })),
      ),
    ),
  }
}
