import type { PageVisit } from '@frontdesk/contract/api'
import { findBookingItems, isHeld, lockVisitByClientId, signVisit } from '../bookings/index.ts'
import type { BookingPageDeps } from './deps.ts'
import { findPageOwner } from './page.ts'
import { describeVisit } from './visits.ts'

/** A held time as its visitor sees it. */
export interface Held {
  visit: PageVisit
  serviceIds: string[]
  /** The number that a code was texted to last. */
  phone: string | null
  /** Whether the carrier did not accept the text. */
  hasFailed: boolean
  /** Earlier input, by form field. */
  values: Partial<Record<string, string>>
  /** Token of the visit’s link, once it is booked. */
  token: string | null
}

/** The location and services that the visitor chose, kept for choosing another time. */
export interface Choice {
  locationId: string
  serviceIds: string[]
  /** How long the first service takes. */
  minutes: number
}

/**
 * Finds a held time by its client id, which only its visitor knows. Once it is no longer held, only the choice is
 * returned.
 */
export async function findHeld(
  deps: BookingPageDeps,
  slug: string,
  clientBookingId: string,
): Promise<{ choice: Choice | null; held: Held | null }> {
  const { inTenant, directory, secrets } = deps
  return inTenant(await findPageOwner(directory, slug), async (tx) => {
    const row = await lockVisitByClientId(tx, clientBookingId)
    if (!row) return { choice: null, held: null }
    const items = await findBookingItems(tx, [row.id])
    const serviceIds = items.map(({ serviceId }) => serviceId)
    const [first] = items
    const minutes = first ? (Date.parse(first.endsAt) - Date.parse(first.startsAt)) / 60_000 : 0
    const choice = { locationId: row.locationId, serviceIds, minutes }
    const isBooked = row.contactId !== null
    if (!isBooked && !isHeld(tx, row)) return { choice, held: null }
    const proof = await tx
      .selectFrom('bookingProofs')
      .where('tenantId', '=', tx.tenantId)
      .where('bookingId', '=', row.id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .select(['phone', 'name', 'email', 'note', 'failedAt'])
      .limit(1)
      .executeTakeFirst()
    const held = {
      visit: await describeVisit(deps, tx, row),
      serviceIds,
      phone: proof?.phone ?? null,
      hasFailed: proof !== undefined && proof.failedAt !== null,
      values: proof ? { name: proof.name, phone: proof.phone, email: proof.email ?? '', note: proof.note } : {},
      token: isBooked ? signVisit(secrets.visitKey, { tenantId: tx.tenantId, id: row.id }) : null,
    }
    return { choice, held }
  })
}
