import type { Needs } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'

export const BOOKING_MAIL_NEEDS = [...BOOKING_NEEDS, 'mailer'] as const
export type BookingMailDeps = Needs<(typeof BOOKING_MAIL_NEEDS)[number]>
