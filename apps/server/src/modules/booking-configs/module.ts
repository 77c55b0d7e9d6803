import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { defineModule, type Needs } from '../../platform/module.ts'
import { readBookingConfigs, saveBookingConfigs } from './settings.ts'

/** How a business takes bookings: reminders and texts. */
export const bookingConfigsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ bookingConfigs: bookingConfigRoutes(api, services) }),
  settings: ['bookings'],
})

function bookingConfigRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    get: api.bookingConfigs.get.handler(transaction(async (tx) => wrap(await readBookingConfigs(tx)))),
    save: api.bookingConfigs.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveBookingConfigs(tx, actor, input))),
    ),
  }
}
