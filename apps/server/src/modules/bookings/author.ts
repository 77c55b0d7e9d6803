import type { Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'

/** Who books or changes a booking. */
export interface BookingAuthor {
  /** Whose view of bookings decides what errors tell. */
  viewer: Viewer
  /** Null: the contact, or a rule of the business. */
  userId: string | null
}

export const byTeammate = (actor: Actor): BookingAuthor => ({ viewer: actor, userId: actor.userId })
