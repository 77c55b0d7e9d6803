import { defineModule } from '../../platform/module.ts'
import { OFFER_NEEDS } from '../booking-offers/index.ts'
import { addOptOutTask, optOutSubscription } from './add-opt-out-task.job.ts'
import { answerVisitText, visitTextSubscription } from './answer-visit-text.job.ts'

/** Texts of contacts about their visits: confirming them, asking for another time, and arriving. */
export const bookingTextsModule = defineModule({
  needs: OFFER_NEEDS,
  jobs: [addOptOutTask, answerVisitText],
  subscriptions: [optOutSubscription, visitTextSubscription],
})
