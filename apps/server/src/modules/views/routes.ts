import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { SettingDeps } from '../settings/index.ts'
import { countViews, listViews } from './queries.ts'
import { deleteView, saveView } from './save-view.ts'

export const viewRoutes = (api: Api, deps: SettingDeps) => ({
  getList: api.views.getList.handler(async ({ context }) => {
    const actor = signedIn(context)
    return wrap({ views: await deps.inTenant(actor, (tx) => listViews(tx, actor)) })
  }),
  save: api.views.save.handler(async ({ context, input }) => wrap(await saveView(deps, signedIn(context), input))),
  delete: api.views.delete.handler(async ({ context, input }) =>
    wrap({ views: await deleteView(deps, signedIn(context), input.id) }),
  ),
  count: api.views.count.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    const options = { locationID: input.locationID, now: deps.now() }
    return wrap({ counts: await deps.inTenant(actor, (tx) => countViews(tx, actor, options)) })
  }),
})
