import { defineModule } from '../../platform/module.ts'
import { clearPaymentEvents } from './clean-up.ts'
import * as events from './events.ts'
import { reconcilePayments, reconcilePaymentsNightly } from './reconcile-payments.job.ts'
import { ACCOUNT_NEEDS, paymentAccountRoutes, payoutRoutes } from './routes.ts'
import { syncPaymentAccount, syncReportedAccount } from './sync-account.job.ts'
import { syncPayout } from './sync-payout.job.ts'
import { mountPaymentWebhooks } from './webhooks.ts'

/** The business’s account at the payment provider: events, balance, payouts, and their comparison with the ledger. */
export const paymentAccountsModule = defineModule({
  needs: ACCOUNT_NEEDS,
  routes: (api, services) => ({
    paymentAccounts: paymentAccountRoutes(api, services),
    payouts: payoutRoutes(api, services),
  }),
  http: [mountPaymentWebhooks],
  jobs: [syncPaymentAccount, syncPayout, reconcilePayments, reconcilePaymentsNightly],
  events,
  subscriptions: [syncReportedAccount],
  cleanups: [clearPaymentEvents],
})
