export const BOOKING_CHANGES = [
  'held',
  'requested',
  'booked',
  'rescheduled',
  'confirmed',
  'arrived',
  'completed',
  'cancelled',
  'declined',
  'no-show',
  'expired',
  'restored',
  'updated',
] as const
export type BookingChange = (typeof BOOKING_CHANGES)[number]

/** Changes about which contacts also get an email. */
export const MAILED_CHANGES = ['booked', 'rescheduled', 'cancelled', 'declined'] as const satisfies BookingChange[]
export type MailedChange = (typeof MAILED_CHANGES)[number]
