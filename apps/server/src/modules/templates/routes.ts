import { type Api, signedIn } from '../../platform/http/api.ts'
import type { SettingDeps } from '../settings/index.ts'
import { listTemplates } from './queries.ts'
import { removeTemplate } from './remove-template.ts'
import { saveTemplate } from './save-template.ts'
import { recordUse, setFavorite } from './use-template.ts'

export const templateRoutes = (api: Api, deps: SettingDeps) => ({
  getList: api.templates.getList.handler(async ({ context }) => {
    const actor = signedIn(context)
    return { templates: await deps.inTenant(actor, (tx) => listTemplates(tx, actor)) }
  }),
  save: api.templates.save.handler(({ context, input }) => saveTemplate(deps, signedIn(context), input)),
  setFavorite: api.templates.setFavorite.handler(({ context, input }) =>
    setFavorite(deps, signedIn(context), input.id, input.favorite),
  ),
  recordUse: api.templates.recordUse.handler(({ context, input }) => recordUse(deps, signedIn(context), input.id)),
  remove: api.templates.remove.handler(({ context, input }) => removeTemplate(deps, signedIn(context), input.id)),
})
