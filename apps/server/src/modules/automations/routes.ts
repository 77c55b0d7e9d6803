import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { previewAutomation } from './preview.ts'
import { getAutomation, listAutomations, listRuns } from './queries.ts'
import { deleteAutomation, saveAutomation, setAutomationEnabled } from './save-automation.ts'

export function automationRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.automations.getList.handler(
      transaction(async (tx, { actor }) => wrap({ automations: await listAutomations(tx, actor) })),
    ),
    get: api.automations.get.handler(
      transaction(async (tx, { actor, input }) => wrap(await getAutomation(tx, actor, input.id))),
    ),
    save: api.automations.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveAutomation(tx, actor, input))),
    ),
    delete: api.automations.delete.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await deleteAutomation(tx, actor, id)
        return wrap({ id })
      }),
    ),
    setEnabled: api.automations.setEnabled.handler(
      transaction(async (tx, { actor, input }) => wrap(await setAutomationEnabled(tx, actor, input))),
    ),
    runs: api.automations.runs.handler(
      transaction(async (tx, { actor, input }) => wrap(await listRuns(tx, actor, input))),
    ),
    preview: api.automations.preview.handler(
      transaction(async (tx, { actor, input: { locationID, ...rule } }) =>
        wrap(await previewAutomation(tx, actor, { ...rule, locationId: locationID })),
      ),
    ),
  }
}
