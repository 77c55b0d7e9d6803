import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { listActivities } from './list-activities.ts'

export const contactActivityRoutes = (api: Api, services: Needs<'inTenant'>) => ({
  getList: api.contactActivities.getList.handler(
    inTransaction(services)((tx, { actor, input }) => listActivities(tx, actor, input)),
  ),
})
