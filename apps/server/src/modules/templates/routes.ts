import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { deleteTemplate } from './delete-template.ts'
import { listTemplates } from './queries.ts'
import { recordUse, setFavorite } from './record-use.ts'
import { saveTemplate } from './save-template.ts'

export function templateRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.templates.getList.handler(
      transaction(async (tx, { actor }) => ({ templates: await listTemplates(tx, actor) })),
    ),
    save: api.templates.save.handler(transaction((tx, { actor, input }) => saveTemplate(tx, actor, input))),
    getStore: api.templates.getStore.handler(
      transaction(async (tx, { actor }) => ({ templates: await listTemplates(tx, actor) })),
    ),
    saveStore: api.templates.saveStore.handler(
      transaction(async (tx, { actor, input }) => {
        for (const draft of input.templates) await saveTemplate(tx, actor, draft)
        return { templates: await listTemplates(tx, actor) }
      }),
    ),
    setFavorite: api.templates.setFavorite.handler(
      transaction((tx, { actor, input }) => setFavorite(tx, actor, input.id, input.favorite)),
    ),
    recordUse: api.templates.recordUse.handler(transaction((tx, { actor, input }) => recordUse(tx, actor, input.id))),
    remove: api.templates.remove.handler(transaction((tx, { actor, input }) => deleteTemplate(tx, actor, input.id))),
  }
}
