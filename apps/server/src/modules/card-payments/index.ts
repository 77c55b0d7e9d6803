export { type CheckoutStart, startCheckout } from './start-checkout.ts'
