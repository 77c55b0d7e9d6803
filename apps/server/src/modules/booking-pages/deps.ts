import type { Needs } from '../../platform/module.ts'
import { BOOKING_PAYMENT_NEEDS } from '../booking-payments/index.ts'

export const BOOKING_PAGE_NEEDS = [...BOOKING_PAYMENT_NEEDS, 'carrier', 'database', 'directory', 'storage'] as const
export type BookingPageDeps = Needs<(typeof BOOKING_PAGE_NEEDS)[number]>
