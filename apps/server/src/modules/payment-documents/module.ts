import { defineModule } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'
import { maySeeDocument } from './document-files.ts'
import { expireEstimate } from './estimates/expire-estimate.job.ts'
import * as events from './events.ts'
import { clearExports, mountPayments } from './export-payments.ts'
import { moveDocuments, moveToContact } from './move-documents.ts'
import { planPaymentReminders, reminderSubscription } from './reminders/plan-reminders.job.ts'
import { cashSheetRoutes, paymentEstimateRoutes, paymentRequestRoutes } from './routes.ts'
import { createSentPayments } from './sent-payments.ts'

/** Payment requests and estimates: their lines, numbers and states, payments by hand, refunds, and the cash sheet. */
export const paymentDocumentsModule = defineModule({
  needs: [...SEND_NEEDS, 'authenticateFiles', 'publicUrl'],
  offers: { sentPayments: (services) => createSentPayments(services), maySeeDocument: () => maySeeDocument },
  routes: (api, services) => ({
    paymentRequests: paymentRequestRoutes(api, services),
    paymentEstimates: paymentEstimateRoutes(api, services),
    cashSheet: cashSheetRoutes(api, services),
  }),
  http: [mountPayments],
  cleanups: [clearExports],
  jobs: [expireEstimate, planPaymentReminders],
  subscriptions: [reminderSubscription],
  events,
  locationFollowers: [moveDocuments],
  contactFollowers: [moveToContact],
})
