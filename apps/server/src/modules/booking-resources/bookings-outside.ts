import type { OpeningHours } from '@frontdesk/contract/api'
import { isOpen } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { listLocations } from '../locations/index.ts'
import { LONGEST_CLAIM_MS } from './queries.ts'

/** Upcoming bookings that are checked at most. */
const LOOKED_AT_MAX = 2000
const MINUTE_MS = 60_000

/** Upcoming bookings at the actor’s locations that take a resource outside of its hours. */
export async function findBookingsOutside(tx: TenantTx, actor: Actor, resourceId: string): Promise<string[]> {
  const [claims, weeks, exceptions] = await Promise.all([
    tx
      .selectFrom('bookingClaims as c')
      .innerJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'c.bookingId'))
      .where('c.tenantId', '=', tx.tenantId)
      .where('c.resourceId', '=', resourceId)
      .where('c.startsAt', '>', shift(tx.now(), -LONGEST_CLAIM_MS))
      .where('c.endsAt', '>', tx.now())
      .orderBy('c.startsAt')
      .select(['b.id', 'b.locationId', 'c.startsAt', 'c.endsAt'])
      .limit(LOOKED_AT_MAX)
      .execute(),
    tx
      .selectFrom('bookingHours')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', resourceId)
      .select(['locationId', 'week'])
      .execute(),
    tx
      .selectFrom('bookingHoursExceptions')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', resourceId)
      .select(['date', 'name', 'spans'])
      .execute(),
  ])
  const hoursAt = new Map<string, OpeningHours | null>()
  for (const location of await listLocations(tx, actor)) {
    const row = weeks.find(({ locationId }) => locationId === location.id)
    const week = row ? (row.week ?? (await findBusinessHours(tx, location))?.week) : undefined
    // Without a week it follows business hours that were never saved, so nothing is known to be outside.
    if (row && !week) continue
    hoursAt.set(location.id, week ? { timeZone: location.timeZone, week, exceptions } : null)
  }
  const outside = claims.filter(({ locationId, startsAt, endsAt }) => {
    const hours = hoursAt.get(locationId)
    return hours === null || (hours !== undefined && !isOpenAllAlong(hours, Date.parse(startsAt), Date.parse(endsAt)))
  })
  return [...new Set(outside.map(({ id }) => id))]
}

/** Hours begin and end on whole minutes, so it is enough to look at each fifth and at the last one. */
function isOpenAllAlong(hours: OpeningHours, from: number, until: number): boolean {
  for (let at = from; at < until; at += 5 * MINUTE_MS) if (!isOpen(hours, new Date(at).toISOString())) return false
  return isOpen(hours, new Date(until - MINUTE_MS).toISOString())
}
