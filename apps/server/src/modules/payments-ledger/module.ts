import { defineModule } from '../../platform/module.ts'

/** The ledger of payments: append-only double entries, credit of contacts, and the sums of each day. */
export const paymentsLedgerModule = defineModule({})
