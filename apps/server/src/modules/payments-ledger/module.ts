import { defineModule } from '../../platform/module.ts'
import { foldPaymentDays } from './fold-days.job.ts'

/** The ledger of payments: append-only double entries, credit of contacts, and the sums of each day. */
export const paymentsLedgerModule = defineModule({
  needs: ['inTenant'],
  jobs: [foldPaymentDays],
})
