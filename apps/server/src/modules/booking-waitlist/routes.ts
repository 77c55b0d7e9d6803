import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { BookingDeps } from '../bookings/index.ts'
import { runIdempotently } from '../messages/index.ts'
import { addEntry } from './add-entry.ts'
import { listWaitlist } from './queries.ts'
import { removeEntry } from './remove-entry.ts'

export function bookingWaitlistRoutes(api: Api, services: BookingDeps) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingWaitlist.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ entries: await listWaitlist(tx, actor, input) })),
    ),
    add: api.bookingWaitlist.add.handler((request) =>
      runIdempotently('booking_waitlist_pkey', () =>
        transaction(async (tx, { actor, input }: ApiRequest<typeof request.input>) =>
          wrap(await addEntry(tx, actor, input)),
        )(request),
      ),
    ),
    remove: api.bookingWaitlist.remove.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await removeEntry(tx, actor, id))),
    ),
  }
}
