export { buyPhoneNumber } from './add-phone-number.ts'
export { findKnownNumber, lookUpNumber } from './look-up-number.ts'
export { findPhoneNumber } from './queries.ts'
export type { NumberRoute } from './routing.ts'
