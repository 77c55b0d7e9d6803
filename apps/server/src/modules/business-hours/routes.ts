import { type Api, signedIn } from '../../platform/http/api.ts'
import type { SettingDeps } from '../settings/index.ts'
import { listBusinessHours } from './queries.ts'
import { saveBusinessHours } from './save-business-hours.ts'

export const businessHoursRoutes = (api: Api, deps: SettingDeps) => ({
  getList: api.businessHours.getList.handler(async ({ context }) => {
    const actor = signedIn(context)
    return { businessHours: await deps.inTenant(actor, (tx) => listBusinessHours(tx, actor)) }
  }),
  save: api.businessHours.save.handler(({ context, input }) => saveBusinessHours(deps, signedIn(context), input)),
})
