import type { BookingSource, Viewer } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'

/** Author of a booking or of a change to it. */
export interface BookingAuthor {
  /** Errors tell only what this person may see; null for contacts, who learn no reasons. */
  viewer: Viewer | null
  /** Null: the contact, or a rule of the business. */
  userId: string | null
  displayName: string
  source: BookingSource
}

export const byTeammate = (actor: Actor): BookingAuthor => ({
  viewer: actor,
  userId: actor.userId,
  displayName: actor.displayName,
  source: 'teammate',
})

/** The contact of a visit, on a booking page. */
export const BY_PAGE: BookingAuthor = { viewer: null, userId: null, displayName: 'Booking page', source: 'page' }

/** The contact of a visit, by text. */
export const BY_TEXT: BookingAuthor = { viewer: null, userId: null, displayName: 'Text message', source: 'text' }
