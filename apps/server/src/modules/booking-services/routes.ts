import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { getService, listServices } from './queries.ts'
import { reorderServices, saveService, setServiceArchived } from './save-service.ts'

export function bookingServiceRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingServices.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ services: await listServices(tx, actor, input) })),
    ),
    get: api.bookingServices.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getService(tx, actor, id))),
    ),
    save: api.bookingServices.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveService(tx, actor, input))),
    ),
    setArchived: api.bookingServices.setArchived.handler(
      transaction(async (tx, { actor, input }) => wrap(await setServiceArchived(tx, actor, input))),
    ),
    reorder: api.bookingServices.reorder.handler(
      transaction(async (tx, { actor, input }) => wrap({ services: await reorderServices(tx, actor, input.ids) })),
    ),
  }
}
