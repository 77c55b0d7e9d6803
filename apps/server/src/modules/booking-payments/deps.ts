import type { Needs } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'
import { CARD_NEEDS } from '../card-payments/index.ts'

export const BOOKING_PAYMENT_NEEDS = [...BOOKING_NEEDS, ...CARD_NEEDS] as const
export type BookingPaymentDeps = Needs<(typeof BOOKING_PAYMENT_NEEDS)[number]>
