import { type Api, inTransaction } from '../../platform/http/api.ts'
import type { Needs } from '../../platform/module.ts'
import { listBusinessHours } from './queries.ts'
import { saveBusinessHours } from './save-business-hours.ts'

export function businessHoursRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.businessHours.getList.handler(
      transaction(async (tx, { actor }) => ({ businessHours: await listBusinessHours(tx, actor) })),
    ),
    save: api.businessHours.save.handler(transaction((tx, { actor, input }) => saveBusinessHours(tx, actor, input))),
  }
}
