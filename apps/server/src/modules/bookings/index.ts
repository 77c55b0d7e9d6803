export { BOOKINGS_AUTHOR, renderForVisit, renderSettingForVisit, type TextAddition } from './announce-booking.ts'
export { BY_PAGE, BY_TEXT } from './author.ts'
export { assertVisit, findSlots } from './availability/find-slots.ts'
export type { RequestedItem } from './availability/load-visit.ts'
export { daysFrom } from './availability/local-time.ts'
export type { MailedChange } from './booking-change.ts'
export { cancelBooking } from './change-booking.ts'
export { checkAnswers } from './check-answers.ts'
export { chooseContact } from './choose-contact.ts'
export {
  type Arrival,
  answersBookingText,
  arriveByContact,
  canArrive,
  confirmByContact,
  lockVisitsOfContact,
  reportDelay,
} from './contact-visits.ts'
export { type CreateRequest, createBooking, isHeld } from './create-booking.ts'
export { BOOKING_NEEDS, type BookingDeps } from './deps.ts'
export { endHold } from './end-hold.ts'
export { extendHold } from './extend-hold.ts'
export { findForText, findTextingNumber, findThreadOfContact, type VisitForContact } from './find-thread.ts'
export { formatVisitClock, formatVisitTime } from './format-visit-time.ts'
export { idempotentBooking } from './idempotent-booking.ts'
export { acceptStart, keepLocalTimes } from './keep-local-times.ts'
export { lockScheduleOfContact } from './lock-schedule.ts'
export { hasMissedTooMany } from './no-shows.ts'
export {
  assertBookable,
  bookHeldForPage,
  cancelForPage,
  findVisit,
  holdForPage,
  lockVisit,
  lockVisitByClientId,
  moveForPage,
  setRefundUntil,
} from './page-visits.ts'
export { findBookings, findDelay, getBooking, listBookingsOfFeed, lockBooking } from './queries.ts'
export { readStart } from './read-start.ts'
export { recordBookingChanged } from './record-booking-changed.ts'
export { refundDeadline } from './refund-deadline.ts'
export { replanRemindersSpec } from './replan-spec.ts'
export { itemsOfVisit, rescheduleBooking } from './reschedule-booking.ts'
export type { BookingRow } from './rows.ts'
export {
  findItems as findBookingItems,
  findVisibleBookings,
  isBookingVisible,
  visibleBookings,
} from './select-bookings.ts'
export { summarizeBooking } from './summarize-booking.ts'
export { bookHeldForText, holdForText, moveToHeldForText, nullIfUnavailable, releaseHolds } from './text-holds.ts'
export { readVisitToken, signVisit } from './visit-token.ts'
