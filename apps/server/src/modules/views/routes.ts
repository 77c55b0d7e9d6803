import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { countViews, INBOX_VIEWS } from './queries.ts'
import { deleteView, listSavedViews, saveView } from './saved-views.ts'

export function viewRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.views.getList.handler(
      transaction(async (tx, { actor }) => wrap({ views: await listSavedViews(tx, actor, INBOX_VIEWS) })),
    ),
    save: api.views.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveView(tx, actor, INBOX_VIEWS, input))),
    ),
    delete: api.views.delete.handler(
      transaction(async (tx, { actor, input }) => wrap({ views: await deleteView(tx, actor, INBOX_VIEWS, input.id) })),
    ),
    count: api.views.count.handler(
      transaction(async (tx, { actor, input }) => wrap({ counts: await countViews(tx, actor, input) })),
    ),
  }
}
