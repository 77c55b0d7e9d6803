import { defineModule } from '../../platform/module.ts'
import { BOOKING_PAYMENT_NEEDS } from './deps.ts'
import { endUnpaid } from './end-unpaid.job.ts'
import * as events from './events.ts'
import { bookingPaymentRoutes } from './routes.ts'
import { bookOnCardKept, bookOnPayment, settleOnBookingChange, settlePayment } from './settle-payment.job.ts'
import { textDeclinedCard, textOnDeclinedCard } from './text-declined-card.job.ts'
import { textFailedPayment, textOnFailedPayment } from './text-failed-payment.job.ts'

/** Payments for visits, at booking and after: deposits, cards on file, no-show fees, and refunds. */
export const bookingPaymentsModule = defineModule({
  needs: BOOKING_PAYMENT_NEEDS,
  routes: (api, services) => ({ bookingPayments: bookingPaymentRoutes(api, services) }),
  events,
  jobs: [endUnpaid, settlePayment, textDeclinedCard, textFailedPayment],
  subscriptions: [settleOnBookingChange, bookOnPayment, bookOnCardKept, textOnDeclinedCard, textOnFailedPayment],
})
