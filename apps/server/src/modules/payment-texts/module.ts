import { defineModule } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'
import { answerEstimateText, estimateTextSubscription } from './answer-estimate-text.job.ts'

/** Texts of contacts about estimates: approving and declining them. */
export const paymentTextsModule = defineModule({
  needs: [...SEND_NEEDS, 'publicUrl'],
  jobs: [answerEstimateText],
  subscriptions: [estimateTextSubscription],
})
