import type { Api, RequestContext } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { BookingPageDeps } from './deps.ts'
import { pageOperations } from './operations.ts'

/** Endpoints for people without a login. */
export function bookingPageRoutes(api: Api, deps: BookingPageDeps) {
  const pages = pageOperations(deps)
  const originOf = ({ request }: RequestContext) => ({ address: callerAddress(request) })
  const { bookingPages } = api
  return {
    get: bookingPages.get.handler(async ({ input, context }) => wrap(await pages.get(input.slug, originOf(context)))),
    slots: bookingPages.slots.handler(async ({ input, context }) => wrap(await pages.slots(input, originOf(context)))),
    hold: bookingPages.hold.handler(async ({ input, context }) => wrap(await pages.hold(input, originOf(context)))),
    sendCode: bookingPages.sendCode.handler(async ({ input, context }) =>
      wrap(await pages.sendCode(input, originOf(context))),
    ),
    book: bookingPages.book.handler(async ({ input, context }) => wrap(await pages.book(input, originOf(context)))),
    pay: bookingPages.pay.handler(async ({ input, context }) => wrap(await pages.pay(input, originOf(context)))),
    release: bookingPages.release.handler(async ({ input, context }) =>
      wrap(await pages.release(input, originOf(context))),
    ),
    getVisit: bookingPages.getVisit.handler(async ({ input, context }) =>
      wrap(await pages.getVisit(input.token, originOf(context))),
    ),
    visitSlots: bookingPages.visitSlots.handler(async ({ input, context }) =>
      wrap(await pages.visitSlots(input, originOf(context))),
    ),
    reschedule: bookingPages.reschedule.handler(async ({ input }) => wrap(await pages.reschedule(input))),
    cancel: bookingPages.cancel.handler(async ({ input }) => wrap(await pages.cancel(input))),
    updateArrival: bookingPages.updateArrival.handler(async ({ input }) => wrap(await pages.updateArrival(input))),
  }
}
