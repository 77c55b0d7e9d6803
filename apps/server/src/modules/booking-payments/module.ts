import { defineModule } from '../../platform/module.ts'
import { BOOKING_PAYMENT_NEEDS } from './deps.ts'
import { endUnpaid } from './end-unpaid.job.ts'
import { bookingPaymentRoutes } from './routes.ts'
import { bookOnCardKept, bookOnPayment, settleOnBookingChange, settlePayment } from './settle-payment.job.ts'

/** What is paid for visits at booking and after: deposits, cards that are kept, no-show fees, and what is refunded. */
export const bookingPaymentsModule = defineModule({
  needs: BOOKING_PAYMENT_NEEDS,
  routes: (api, services) => ({ bookingPayments: bookingPaymentRoutes(api, services) }),
  jobs: [endUnpaid, settlePayment],
  subscriptions: [settleOnBookingChange, bookOnPayment, bookOnCardKept],
})
