export { CARD_NEEDS, type CardDeps } from './deps.ts'
export { type CheckoutError, type CheckoutOutcome, type CheckoutStart, startCheckout } from './start-checkout.ts'
