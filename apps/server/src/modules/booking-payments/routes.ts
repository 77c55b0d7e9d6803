import { AppError, violates } from '../../platform/errors.ts'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { checkAnswers, idempotentBooking } from '../bookings/index.ts'
import { bookVisit } from './book-visit.ts'
import { chargeFee, waiveFee } from './charge-fee.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { getBookingPayment } from './get-booking-payment.ts'
import { quotePayment } from './quote.ts'
import { requestVisitPayment } from './request-payment.ts'

export function bookingPaymentRoutes(api: Api, deps: BookingPaymentDeps) {
  const transaction = inTransaction(deps)
  const { bookingPayments } = api
  const idempotent = idempotentBooking(transaction)
  return {
    get: bookingPayments.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getBookingPayment(deps, tx, actor, id))),
    ),
    quote: bookingPayments.quote.handler(
      transaction(async (tx, { actor, input }) => wrap(await quotePayment(deps, tx, actor, input))),
    ),
    book: bookingPayments.book.handler(
      idempotent(async (tx, { actor, input }) => {
        const serviceIds = input.items.map(({ serviceID }) => serviceID)
        const answers = await checkAnswers(tx, serviceIds, input)
        return wrap(await bookVisit(deps, tx, actor, { ...input, answers }))
      }),
    ),
    // The booking is locked before the client’s id is looked up, so two concurrent identical requests make one charge.
    chargeFee: bookingPayments.chargeFee.handler((request) =>
      transaction<typeof request.input, ReturnType<typeof wrap<Awaited<ReturnType<typeof chargeFee>>>>>(
        async (tx, { actor, input }) => wrap(await chargeFee(deps, tx, actor, input)),
      )(request).catch((error: unknown) => {
        throw violates(error, 'payments_client_id') ? new AppError('ClientPaymentIdReused') : error
      }),
    ),
    waiveFee: bookingPayments.waiveFee.handler(
      transaction(async (tx, { actor, input }) => wrap(await waiveFee(deps, tx, actor, input))),
    ),
    request: bookingPayments.request.handler((request) =>
      transaction<typeof request.input, ReturnType<typeof wrap<Awaited<ReturnType<typeof requestVisitPayment>>>>>(
        async (tx, { actor, input }) => wrap(await requestVisitPayment(deps, tx, actor, input)),
      )(request).catch((error: unknown) => {
        throw violates(error, 'payment_documents_client_id') ? new AppError('ClientPaymentIdReused') : error
      }),
    ),
  }
}
