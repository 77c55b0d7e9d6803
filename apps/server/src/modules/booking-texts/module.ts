import { defineModule } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'
import { addOptOutTask, optOutSubscription } from './add-opt-out-task.job.ts'
import { answerVisitText, visitTextSubscription } from './answer-visit-text.job.ts'

/** Texts of contacts about their visits: confirming them, asking for another time, and arriving. */
export const bookingTextsModule = defineModule({
  needs: BOOKING_NEEDS,
  jobs: [addOptOutTask, answerVisitText],
  subscriptions: [optOutSubscription, visitTextSubscription],
})
