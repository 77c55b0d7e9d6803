import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'
import { moveDocuments, moveToContact } from './move-documents.ts'
import { cashSheetRoutes, paymentEstimateRoutes, paymentRequestRoutes } from './routes.ts'

/** Payment requests and estimates: their lines, numbers and states, payments by hand, refunds, and the cash sheet. */
export const paymentDocumentsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({
    paymentRequests: paymentRequestRoutes(api, services),
    paymentEstimates: paymentEstimateRoutes(api, services),
    cashSheet: cashSheetRoutes(api, services),
  }),
  events,
  locationFollowers: [moveDocuments],
  contactFollowers: [moveToContact],
})
