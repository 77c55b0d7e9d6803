import { defineModule } from '../../platform/module.ts'
import { bookPaid } from './book-paid.job.ts'
import { clearProofs } from './clear-proofs.ts'
import { BOOKING_PAGE_NEEDS } from './deps.ts'
import { mountBookingPages } from './html/mount.ts'
import { bookingPageRoutes } from './routes.ts'
import { sendBookingCode } from './send-code.job.ts'

/** Booking pages: where people book, move and cancel visits without a login. */
export const bookingPagesModule = defineModule({
  needs: BOOKING_PAGE_NEEDS,
  routes: (api, services) => ({ bookingPages: bookingPageRoutes(api, services) }),
  http: [mountBookingPages],
  jobs: [bookPaid, sendBookingCode],
  cleanups: [clearProofs],
})
