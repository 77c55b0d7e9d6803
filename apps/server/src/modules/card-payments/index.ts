export { CARD_NEEDS } from './deps.ts'
export { type CheckoutStart, startCheckout } from './start-checkout.ts'
