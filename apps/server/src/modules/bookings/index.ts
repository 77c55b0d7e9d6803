export { findSlots } from './availability/find-slots.ts'
export type { AskedItem } from './availability/load-visit.ts'
export { daysFrom } from './availability/local-time.ts'
export { createBooking, isHeld } from './create-booking.ts'
export { BOOKING_NEEDS, type BookingDeps } from './deps.ts'
export {
  type Arrival,
  arriveForPage,
  bookHeldForPage,
  cancelForPage,
  holdForPage,
  itemsOfVisit,
  lockVisit,
  lockVisitByClientId,
  moveForPage,
} from './page-visits.ts'
export type { BookingRow } from './rows.ts'
export { findItems } from './select-bookings.ts'
export { readVisitToken, signVisit } from './visit-token.ts'
