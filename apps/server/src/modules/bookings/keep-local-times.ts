import type { BookingStatus } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'
import { lockResources } from '../booking-resources/index.ts'
import { groupSession } from './availability/rules.ts'
import { releaseClaims } from './claims.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import type { BookingRow } from './rows.ts'
import { findItems } from './select-bookings.ts'
import { updateBooking } from './write-booking.ts'

/** More than the largest difference between two time zones. */
const MAX_ZONE_DIFFERENCE_MS = 27 * 60 * 60_000

export interface KeptTimes {
  /** Visits that now start at another instant. */
  movedIds: string[]
  /** Visits whose local time is taken. Their instant did not change. */
  taken: Pick<BookingRow, 'id' | 'startsAt'>[]
}

/** Statuses of visits that have begun or ended, and of holds that expired. Their start no longer changes. */
const SETTLED_STATUSES: readonly BookingStatus[] = ['arrived', 'completed', 'expired']

/**
 * Moves upcoming visits back to the agreed local time after the rules of their time zone changed, or the time zone of
 * their location was corrected. Leaves visits that already start at that time, and those that are past before and
 * after.
 */
export async function keepLocalTimes(
  tx: TenantTx,
  corrected?: { locationId: string; from: string; to: string },
): Promise<KeptTimes> {
  const now = Date.parse(tx.now())
  const candidates = await lockCandidates(tx, corrected)
  const rows = candidates.filter((row) => {
    const start = Date.parse(row.startsAt)
    return Math.max(start, start + shiftOf(row, corrected?.to ?? row.timeZone)) > now
  })
  const shifts = new Map(
    rows.flatMap((row) => {
      const by = shiftOf(row, corrected?.to ?? row.timeZone)
      return by === 0 ? [] : [[row.id, by] as const]
    }),
  )
  const takenIds = await moveClaims(tx, shifts)
  for (const row of rows) {
    const by = takenIds.has(row.id) ? 0 : (shifts.get(row.id) ?? 0)
    if (by === 0 && !corrected) continue
    await moveBooking(tx, row, { by, timeZone: corrected?.to ?? row.timeZone })
  }
  return {
    movedIds: [...shifts.keys()].filter((id) => !takenIds.has(id)),
    taken: rows.filter(({ id }) => takenIds.has(id)),
  }
}

/** Visits that are upcoming, or might be once they are moved, including ended ones that can be restored. */
const lockCandidates = (
  tx: TenantTx,
  corrected: { locationId: string; from: string } | undefined,
): Promise<BookingRow[]> =>
  tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('startsAt', '>', shift(tx.now(), -MAX_ZONE_DIFFERENCE_MS))
    .where('status', 'not in', SETTLED_STATUSES)
    .$if(corrected !== undefined, (query) =>
      query.where('locationId', '=', corrected?.locationId ?? '').where('timeZone', '=', corrected?.from ?? ''),
    )
    .orderBy('id')
    .selectAll()
    .forNoKeyUpdate()
    .execute()

/**
 * Milliseconds to move a visit by so that it starts at its local time. If a day has that time twice, either is correct.
 */
export function shiftOf(
  { startsAt, localStartsAt }: Pick<BookingRow, 'startsAt' | 'localStartsAt'>,
  timeZone: string,
): number {
  const agreed = Temporal.PlainDateTime.from(localStartsAt)
  const present = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone)
  if (present.toPlainDateTime().equals(agreed)) return 0
  return agreed.toZonedDateTime(timeZone).epochMilliseconds - present.epochMilliseconds
}

/** Makes the present start of a visit the agreed one, once the team has arranged it with the contact. */
export async function acceptStart(tx: TenantTx, bookingId: string, userId: string): Promise<void> {
  const row = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', bookingId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || shiftOf(row, row.timeZone) === 0) return
  const localStartsAt = localTime(row.startsAt, row.timeZone)
  await updateBooking(tx, bookingId, { localStartsAt })
  await recordBookingChanged(tx, row, { change: 'updated', by: { userId } })
}

const localTime = (startsAt: string, timeZone: string): string =>
  Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** A local time that is skipped on that day becomes the one after the gap. */
async function moveBooking(
  tx: TenantTx,
  row: BookingRow,
  { by, timeZone }: { by: number; timeZone: string },
): Promise<void> {
  const { id, startsAt, endsAt, refundUntil, localStartsAt } = row
  await updateBooking(tx, id, {
    timeZone,
    startsAt: shift(startsAt, by),
    endsAt: shift(endsAt, by),
    localStartsAt: by === 0 ? localStartsAt : localTime(shift(startsAt, by), timeZone),
    refundUntil: refundUntil && shift(refundUntil, by),
  })
  if (by !== 0)
    await tx
      .updateTable('bookingItems')
      .set({ startsAt: shiftColumn('starts_at', by), endsAt: shiftColumn('ends_at', by) })
      .where('tenantId', '=', tx.tenantId)
      .where('bookingId', '=', id)
      .execute()
  await recordBookingChanged(tx, row, { change: 'updated', by: null })
}

const shiftColumn = (column: 'starts_at' | 'ends_at', ms: number) =>
  sql<string>`${sql.ref(column)} + ${ms} * interval '1 millisecond'`

/** Moves the claims of visits. Returns the visits that could not be moved because of a conflict. */
async function moveClaims(tx: TenantTx, shifts: ReadonlyMap<string, number>): Promise<Set<string>> {
  if (shifts.size === 0) return new Set()
  const items = await findItems(tx, [...shifts.keys()])
  const resourceIds = [...new Set(items.flatMap((item) => item.resourceIds))]
  await lockResources(tx, resourceIds)
  await releaseExpiredHolds(tx, resourceIds)
  const claims = await readUpcomingClaims(tx, resourceIds)
  const taken = findConflicts(claims, shifts)
  const moved = claims.filter(({ bookingId }) => shifts.has(bookingId) && !taken.has(bookingId))
  await releaseClaims(
    tx,
    moved.map(({ bookingId }) => bookingId),
  )
  for (const { bookingId, item, resourceId, session, seat, heldUntil, startsAt, endsAt, from, until } of moved) {
    const by = shifts.get(bookingId) ?? 0
    const period = sql<string>`tstzrange(${toIso(from + by)}, ${toIso(until + by)})`
    await tx
      .insertInto('bookingClaims')
      .values({
        ...{ tenantId: tx.tenantId, bookingId, item, resourceId, seat, heldUntil, period },
        ...{ session: shiftSession(session, by), startsAt: shift(startsAt, by), endsAt: shift(endsAt, by) },
      })
      .execute()
  }
  return taken
}

const toIso = (instant: number): string => new Date(instant).toISOString()

const releaseExpiredHolds = (tx: TenantTx, resourceIds: readonly string[]): Promise<unknown> =>
  tx
    .deleteFrom('bookingClaims')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`resource_id = any(${[...resourceIds]}::uuid[])`)
    .where('heldUntil', '<=', tx.now())
    .execute()

const readUpcomingClaims = (tx: TenantTx, resourceIds: readonly string[]) =>
  tx
    .selectFrom('bookingClaims as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.resource_id = any(${[...resourceIds]}::uuid[])`)
    .where('c.endsAt', '>', shift(tx.now(), -2 * MAX_ZONE_DIFFERENCE_MS))
    .select(['c.bookingId', 'c.item', 'c.resourceId', 'c.session', 'c.seat', 'c.startsAt', 'c.endsAt', 'c.heldUntil'])
    .select([toMs(sql`lower(c.period)`).as('from'), toMs(sql`upper(c.period)`).as('until')])
    .execute()

type PlacedClaim = Pick<
  Awaited<ReturnType<typeof readUpcomingClaims>>[number],
  'bookingId' | 'resourceId' | 'session'
> &
  Record<'from' | 'until', number>

/**
 * Finds visits that cannot be moved because they would overlap. A visit that stays may block others, so this repeats
 * until there are no new conflicts.
 */
export function findConflicts(claims: readonly PlacedClaim[], shifts: ReadonlyMap<string, number>): Set<string> {
  const taken = new Set<string>()
  const byOf = (bookingId: string) => (taken.has(bookingId) ? 0 : (shifts.get(bookingId) ?? 0))
  const groups = [...Map.groupBy(claims, ({ resourceId }) => resourceId).values()]
  for (let previousSize = -1; previousSize !== taken.size; ) {
    previousSize = taken.size
    for (const group of groups) {
      const placed = group
        .map((claim) => ({ claim, by: byOf(claim.bookingId) }))
        .map(({ claim, by }) => ({ claim, by, from: claim.from + by, until: claim.until + by }))
        .sort((a, b) => a.from - b.from)
      placed.forEach((first, index) => {
        for (const second of placed.slice(index + 1)) {
          if (second.from >= first.until) break
          if (first.claim.session === second.claim.session && first.by === second.by) continue
          // If both would move, the later one stays.
          const stays = second.by === 0 ? first : second
          if (stays.by !== 0) taken.add(stays.claim.bookingId)
        }
      })
    }
  }
  return taken
}

const GROUP_SESSION = /^(?<serviceId>.+)@(?<from>.+)\/(?<minutes>\d+)$/

/** The id of a group session contains its start. */
function shiftSession(session: string, by: number): string {
  const { serviceId, from, minutes } = GROUP_SESSION.exec(session)?.groups ?? {}
  if (serviceId === undefined || from === undefined) return session
  const start = Date.parse(from) + by
  return groupSession({ serviceId }, { from: start, until: start + Number(minutes) * 60_000 })
}
