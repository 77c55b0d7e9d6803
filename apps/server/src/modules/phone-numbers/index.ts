export { buyPhoneNumber, type PhoneNumberDeps } from './add-phone-number.ts'
export { findPhoneNumber } from './queries.ts'
export { phoneNumberRoutes } from './routes.ts'
export { createNumberRouting, type FindNumberRoute, type NumberRoute } from './routing.ts'
