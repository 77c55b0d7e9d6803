import { fromBookingViewText, toBookingViewText } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { deleteView, listSavedViews, saveView, type ViewKind } from '../views/index.ts'

const BOOKING_VIEWS: ViewKind = {
  list: 'bookings',
  subject: 'booking-views',
  auditSubject: 'Shared views of bookings',
  errors: { notFound: 'ViewNotFound', tooMany: 'TooManyViews', tooManyShared: 'TooManySharedViews' },
  normalize: (search) => toBookingViewText(fromBookingViewText(search)),
}

export function bookingViewRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingViews.getList.handler(
      transaction(async (tx, { actor }) => wrap({ views: await listSavedViews(tx, actor, BOOKING_VIEWS) })),
    ),
    save: api.bookingViews.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveView(tx, actor, BOOKING_VIEWS, input))),
    ),
    delete: api.bookingViews.delete.handler(
      transaction(async (tx, { actor, input }) =>
        wrap({ views: await deleteView(tx, actor, BOOKING_VIEWS, input.id) }),
      ),
    ),
  }
}
