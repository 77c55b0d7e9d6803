/** `reminder`: instead of a text that did not arrive. */
export const BOOKING_MAIL_KINDS = ['booked', 'rescheduled', 'cancelled', 'declined', 'reminder'] as const
export type BookingMailKind = (typeof BOOKING_MAIL_KINDS)[number]
