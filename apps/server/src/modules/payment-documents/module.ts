import { defineModule } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'
import { maySeeDocumentFile } from './document-files.ts'
import { expireEstimate } from './estimates/expire-estimate.job.ts'
import * as events from './events.ts'
import { clearExports, mountPayments } from './export-payments.ts'
import { foldPaymentTotals } from './fold-totals.job.ts'
import { moveDocuments, moveToContact } from './move-documents.ts'
import { findRequestsToRemind, planPaymentReminders, reminderSubscription } from './reminders/plan-reminders.job.ts'
import { paymentEstimateRoutes, paymentRequestRoutes } from './routes.ts'
import { createSentPayments } from './sent-payments.ts'

/** Payment requests and estimates: their lines, numbers and states, payments by hand, and refunds. */
export const paymentDocumentsModule = defineModule({
  needs: [...SEND_NEEDS, 'authenticateFiles', 'publicUrl'],
  offers: { sentPayments: (services) => createSentPayments(services), maySeeDocumentFile: () => maySeeDocumentFile },
  routes: (api, services) => ({
    paymentRequests: paymentRequestRoutes(api, services),
    paymentEstimates: paymentEstimateRoutes(api, services),
  }),
  http: [mountPayments],
  cleanups: [clearExports],
  jobs: [expireEstimate, foldPaymentTotals, findRequestsToRemind, planPaymentReminders],
  batches: [reminderSubscription],
  events,
  locationFollowers: [moveDocuments],
  contactFollowers: [moveToContact],
})
