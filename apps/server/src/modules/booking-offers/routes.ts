import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { BookingDeps } from '../bookings/index.ts'
import { createOffer } from './create-offer.ts'

export function bookingOfferRoutes(api: Api, services: BookingDeps) {
  const transaction = inTransaction(services)
  return {
    create: api.bookingOffers.create.handler(
      transaction(async (tx, { actor, input: { conversationSid, ...request } }) =>
        wrap(await createOffer(services, tx, actor, { ...request, conversationId: fromSid(conversationSid) })),
      ),
    ),
  }
}
