export { buyPhoneNumber } from './add-phone-number.ts'
export { findCachedLookups, lookUpNumber } from './look-up-number.ts'
export { findPhoneNumber } from './queries.ts'
export type { NumberRoute } from './routing.ts'
