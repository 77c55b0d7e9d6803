import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { addBlock, removeBlock } from './blocks.ts'
import { findBookingsOutside } from './bookings-outside.ts'
import { accessResource, listResources } from './queries.ts'
import { readOwnHours, saveHours } from './save-hours.ts'
import { saveResource, setResourceArchived } from './save-resource.ts'

export function bookingResourceRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingResources.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ resources: await listResources(tx, actor, input) })),
    ),
    save: api.bookingResources.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveResource(tx, actor, input))),
    ),
    setArchived: api.bookingResources.setArchived.handler(
      transaction(async (tx, { actor, input }) => wrap(await setResourceArchived(tx, actor, input))),
    ),
  }
}

export function bookingHoursRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.bookingHours.get.handler(
      transaction(async (tx, { actor, input: { resourceID } }) =>
        wrap(await readOwnHours(tx, actor, await accessResource(tx, actor, resourceID))),
      ),
    ),
    save: api.bookingHours.save.handler(
      transaction(async (tx, { actor, input }) => {
        const saved = await saveHours(tx, actor, input)
        return wrap({ ...saved, bookingsOutside: await findBookingsOutside(tx, actor, input.resourceID) })
      }),
    ),
    block: api.bookingHours.block.handler(
      transaction(async (tx, { actor, input }) => wrap(await addBlock(tx, actor, input))),
    ),
    unblock: api.bookingHours.unblock.handler(
      transaction(async (tx, { actor, input: { id } }) => {
        await removeBlock(tx, actor, id)
        return wrap({ id })
      }),
    ),
  }
}
