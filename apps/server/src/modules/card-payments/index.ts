export {
  closeCardSetup,
  findCardOfSetup,
  findDeclinedAt,
  insertCardSetup,
  openCardSetup,
} from './card-setups.ts'
export { chargeRequest } from './charge-card.ts'
export { CARD_NEEDS } from './deps.ts'
export { entryText, minuteText } from './evidence.ts'
export type { DrawnEvidence, EvidenceFilePlan } from './evidence-files.ts'
export { findPayerFailure, listReceipts } from './list-receipts.ts'
export { findReceiptChannel } from './receipt-channel.ts'
export { type CheckoutOutcome, type CheckoutStart, closeCheckoutsOf, startCheckout } from './start-checkout.ts'
export { syncCardSetup, syncCheckouts } from './sync-object.job.ts'
