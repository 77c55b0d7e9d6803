import { z } from 'zod'
import { HOLD_MINUTES, OFFER_DAYS, OFFERED_TIMES } from '../rules/bookings.ts'
import { Visit } from './availability.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { CalendarDateInput } from './instants.ts'
import { sendFailures } from './send-request.ts'

/** Times that were offered to a contact by text, and are held until they answer. */
export const BookingOffer = z.object({
  id: z.uuid(),
  times: z.array(z.iso.datetime()).min(1).max(OFFERED_TIMES).describe('In the order of the numbers that choose them.'),
  heldUntilUtc: z.iso.datetime(),
})
export type BookingOffer = z.infer<typeof BookingOffer>

export const bookingOffers = {
  create: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/bookings/Offer/create',
      tags: ['bookings'],
      summary: `Texts a contact up to ${OFFERED_TIMES} free times, holds them for ${HOLD_MINUTES} minutes, and books the one they reply with. Safe to repeat`,
    })
    .input(
      Visit.extend({
        clientMessageId: z.uuid().describe('Becomes the id of the text and of the offer.'),
        conversationSid: ConversationSid,
        from: CalendarDateInput.optional().describe(
          `The first of ${OFFER_DAYS} days, in the zone of the location. Default: today.`,
        ),
        lastSeenIndex: z.int32().min(0).optional().describe('As when a message is sent.'),
      }),
    )
    .output(wrapped(BookingOffer))
    .errors({
      ...sendFailures,
      ...failsWith(
        'ContactNotFound',
        'ServiceNotFound',
        'ResourceNotFound',
        'LocationNotFound',
        'NoFreeTime',
        'InvalidInput',
      ),
    }),
}
