import { fromSid } from '@frontdesk/contract/rules'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { BookingDeps } from '../bookings/index.ts'
import { runIdempotently } from '../messages/index.ts'
import { createOffer } from './create-offer.ts'

export function bookingOfferRoutes(api: Api, services: BookingDeps) {
  const transaction = inTransaction(services)
  return {
    create: api.bookingOffers.create.handler((request) =>
      runIdempotently('booking_offers_pkey', () =>
        transaction(async (tx, { actor, input }: ApiRequest<typeof request.input>) => {
          const { conversationSid, ...offer } = input
          return wrap(await createOffer(services, tx, actor, { ...offer, conversationId: fromSid(conversationSid) }))
        })(request),
      ),
    ),
  }
}
