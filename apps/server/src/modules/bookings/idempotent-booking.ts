import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import type { ApiRequest, inTransaction, RequestContext } from '../../platform/http/api.ts'
import { bookingExists } from './create-booking.ts'

/** Of two requests with one client id at once, the second finds the booking of the first, whose time is then taken. */
export const idempotentBooking =
  (transaction: ReturnType<typeof inTransaction>) =>
  <Input extends { clientBookingId: string }, Output>(
    work: (tx: TenantTx, request: ApiRequest<Input>) => Promise<Output>,
  ) =>
  async (request: { context: RequestContext; input: Input }): Promise<Output> => {
    const run = transaction(work)
    const isBooked = transaction((tx, { input }: ApiRequest<Input>) => bookingExists(tx, input.clientBookingId))
    return run(request).catch(async (error: unknown) => {
      const isTaken = error instanceof AppError && error.code === 'SlotTaken'
      if (violates(error, 'bookings_client_id') || (isTaken && (await isBooked(request)))) return run(request)
      throw error
    })
  }
