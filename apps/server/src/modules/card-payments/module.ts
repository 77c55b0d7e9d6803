import { defineModule } from '../../platform/module.ts'
import { chargeCardJob } from './charge-card.job.ts'
import { closeCheckouts, closeOnPaymentChange, findUnfinishedCheckouts } from './close-checkouts.job.ts'
import { CARD_NEEDS } from './deps.ts'
import { endOnAccountChange, endReplaced } from './end-replaced.job.ts'
import * as events from './events.ts'
import { mountEvidenceFiles } from './evidence-file-routes.ts'
import { forgetCards, forgetCardsOfDeleted } from './forget-cards.job.ts'
import { mailUndeliveredText, undeliveredTextSubscription } from './mail-undelivered-text.job.ts'
import { moveCards } from './move-cards.ts'
import { readBalanceAfterPayment } from './read-balance.ts'
import { removeCardJob } from './remove-card.job.ts'
import { resumeCardRequests, resumeRequestsOfTenant } from './resume-requests.job.ts'
import { cardPaymentRoutes } from './routes.ts'
import { sendPaymentText } from './send-payment-text.job.ts'
import { submitEvidenceJob } from './submit-evidence.job.ts'
import { submitCardRefund } from './submit-refund.job.ts'
import { syncPaymentObject, syncPaymentObjects, syncReported } from './sync-object.job.ts'

/** Payments by card and bank debit: pages of the provider, cards on file, refunds to cards, and disputes. */
export const cardPaymentsModule = defineModule({
  needs: [...CARD_NEEDS, 'authenticateFiles', 'drawEvidence'],
  routes: (api, services) => ({ cardPayments: cardPaymentRoutes(api, services) }),
  http: [mountEvidenceFiles],
  jobs: [
    syncPaymentObject,
    syncPaymentObjects,
    closeCheckouts,
    findUnfinishedCheckouts,
    chargeCardJob,
    submitCardRefund,
    submitEvidenceJob,
    removeCardJob,
    forgetCards,
    endReplaced,
    resumeCardRequests,
    resumeRequestsOfTenant,
    sendPaymentText,
    mailUndeliveredText,
  ],
  subscriptions: [readBalanceAfterPayment, forgetCardsOfDeleted, endOnAccountChange, undeliveredTextSubscription],
  batches: [closeOnPaymentChange, syncReported],
  events,
  contactFollowers: [moveCards],
})
