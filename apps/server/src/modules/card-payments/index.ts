export { CARD_NEEDS } from './deps.ts'
export { listReceipts } from './list-receipts.ts'
export { type CheckoutStart, startCheckout } from './start-checkout.ts'
