export { createBooking } from './create-booking.ts'
export type { BookingDeps } from './deps.ts'
