import type { Needs } from '../../platform/module.ts'
import { BOOKING_NEEDS } from '../bookings/index.ts'

export const OFFER_NEEDS = [...BOOKING_NEEDS, 'paymentProvider'] as const
export type OfferDeps = Needs<(typeof OFFER_NEEDS)[number]>
