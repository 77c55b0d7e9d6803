import type { Needs } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'

export const BOOKING_NEEDS = [...SEND_NEEDS, 'authenticateFiles', 'publicUrl'] as const
export type BookingDeps = Needs<(typeof BOOKING_NEEDS)[number]>
