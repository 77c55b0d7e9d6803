import { type Api, signedIn } from '../../platform/http/api.ts'
import type { SettingDeps } from '../settings/index.ts'
import { deleteTemplate } from './delete-template.ts'
import { listTemplates } from './queries.ts'
import { recordUse, setFavorite } from './record-use.ts'
import { saveTemplate } from './save-template.ts'

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
  remove: api.templates.remove.handler(({ context, input }) => deleteTemplate(deps, signedIn(context), input.id)),
})
