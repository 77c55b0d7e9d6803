import { BUFFER_MINUTES_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { executePrepared, idsOf, type TenantTx } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'
import { LONGEST_CLAIM_MS } from '../booking-resources/index.ts'
import { type Interval, overlap } from './availability/intervals.ts'
import { type Claim, groupSession, type Placement, widen } from './availability/rules.ts'

const toIso = (instant: number): string => new Date(instant).toISOString()
const period = (from: number, until: number) => sql<string>`tstzrange(${toIso(from)}, ${toIso(until)})`

const BUFFER_MAX_MS = BUFFER_MINUTES_MAX * 60_000

interface ReadRequest {
  resourceIds: readonly string[]
  within: Interval
  /** The booking being moved: its own claims are no conflict. */
  exceptBookingId: string | null
}

/**
 * SQL: the claims `c` of resources that start in a period, except those of a booking. Found by the index on their
 * start.
 */
const claimsOf = (tx: TenantTx, { resourceIds, within, exceptBookingId }: ReadRequest) =>
  tx
    .selectFrom('bookingClaims as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.resource_id = any(${idsOf(resourceIds)})`)
    .where('c.startsAt', '>', toIso(within.from))
    .where('c.startsAt', '<', toIso(within.until))
    .$if(exceptBookingId !== null, (query) => query.where('c.bookingId', '<>', exceptBookingId))
    .groupBy('c.resourceId')
    .select('c.resourceId')

/** Claims that reach into a period start within this one. */
const widenByClaim = ({ from, until }: Interval): Interval => ({
  from: from - LONGEST_CLAIM_MS,
  until: until + BUFFER_MAX_MS,
})

/** When bookings take resources in a period, by resource and in order. Holds that have run out take nothing. */
export async function readTaken(tx: TenantTx, request: ReadRequest): Promise<Map<string, Interval[]>> {
  // As JSON by resource: a month of a busy location is thousands of claims, and rows of timestamps cost ten times as
  // much.
  const rows = await executePrepared(
    tx,
    claimsOf(tx, { ...request, within: widenByClaim(request.within) })
      .where((where) => where.or([where('c.heldUntil', 'is', null), where('c.heldUntil', '>', tx.now())]))
      .select([
        sql<number[]>`json_agg(${toMs(sql`lower(c.period)`)})`.as('from'),
        sql<number[]>`json_agg(${toMs(sql`upper(c.period)`)})`.as('until'),
      ]),
  )
  return new Map(
    rows.map(({ resourceId, from, until }) => [
      resourceId,
      from.map((each, index) => ({ from: each, until: until[index] ?? each })).sort((a, b) => a.from - b.from),
    ]),
  )
}

/** Booking, session, seat; then in epoch milliseconds the start and end with buffers, and those without. */
type ClaimValues = [string, string, number, number, number, number, number]

export interface ResourceClaims {
  /** In the order of their starts. */
  claims: Claim[]
  ofDay: number
  /** Bookings whose holds have run out in the period. */
  runOutHolds: string[]
}

/** Claims of each resource in a period, with their bookings, and the number of claims on that day. */
export async function readClaims(
  tx: TenantTx,
  request: ReadRequest & { day: Interval },
): Promise<Map<string, ResourceClaims>> {
  const { within, day } = request
  const near = widenByClaim(within)
  const read = { from: Math.min(near.from, day.from), until: Math.max(near.until, day.until) }
  const isWithin = sql`c.period && ${period(within.from, within.until)}`
  const isHolding = sql`(c.held_until is null or c.held_until > ${tx.now()})`
  const rows = await executePrepared(
    tx,
    claimsOf(tx, { ...request, within: read }).select([
      sql<ClaimValues[] | null>`json_agg(json_build_array(c.booking_id, c.session, c.seat,
        ${toMs(sql`lower(c.period)`)}, ${toMs(sql`upper(c.period)`)}, ${toMs(sql`c.starts_at`)}, ${toMs(sql`c.ends_at`)})
        order by lower(c.period)) filter (where ${isWithin} and ${isHolding})`.as('values'),
      sql<string[] | null>`json_agg(c.booking_id) filter (where ${isWithin} and not ${isHolding})`.as('runOutHolds'),
      sql<number>`(count(*) filter (where ${isHolding} and c.starts_at >= ${toIso(day.from)}
        and c.starts_at < ${toIso(day.until)}))::int`.as('ofDay'),
    ]),
  )
  return new Map(
    rows.map(({ resourceId, values, runOutHolds, ofDay }) => [
      resourceId,
      { claims: (values ?? []).map(toClaim), ofDay, runOutHolds: runOutHolds ?? [] },
    ]),
  )
}

const toClaim = ([bookingId, session, seat, from, until, visitFrom, visitUntil]: ClaimValues): Claim => ({
  bookingId,
  session,
  seat,
  from,
  until,
  visit: { from: visitFrom, until: visitUntil },
})

/** Claims the resources of a booking. Where buffers are ignored, the neighbors’ buffers shrink to fit. */
export async function takeClaims(
  tx: TenantTx,
  bookingId: string,
  placements: readonly Placement[],
  { heldUntil = null, ignoresBuffers = false }: { heldUntil?: string | null; ignoresBuffers?: boolean } = {},
): Promise<void> {
  const claims = placements.flatMap((placement, index) =>
    placement.resources.map((resource) => {
      const { item, from, until } = placement
      const isGroup = item.seats > 1
      const widened = ignoresBuffers ? { from, until } : widen(item, placement)
      return {
        resource,
        index,
        from,
        until,
        widened,
        isGroup,
        session: isGroup ? groupSession(item, placement) : bookingId,
      }
    }),
  )
  await removeRunOutHolds(tx, claims)
  if (ignoresBuffers) await shrinkBuffers(tx, bookingId, claims)
  await tx
    .insertInto('bookingClaims')
    .values(
      claims.map(({ resource, index, from, until, widened, isGroup, session }) => ({
        tenantId: tx.tenantId,
        bookingId,
        item: index,
        resourceId: resource.id,
        session,
        seat: isGroup ? freeSeat(resource.claims, session) : index,
        startsAt: toIso(from),
        endsAt: toIso(until),
        period: period(widened.from, widened.until),
        heldUntil,
      })),
    )
    .execute()
}

/** The lowest seat of a group session that is free. */
function freeSeat(claims: readonly Claim[], session: string): number {
  const taken = new Set(claims.filter((claim) => claim.session === session).map(({ seat }) => seat))
  let seat = 0
  while (taken.has(seat)) seat++
  return seat
}

interface Wanted {
  resource: { id: string; claims: readonly Claim[]; runOutHolds: readonly string[] }
  from: number
  until: number
  widened: Interval
}

/** Deletes claims of expired holds that overlap the requested times. A job sets their bookings to expired. */
async function removeRunOutHolds(tx: TenantTx, wanted: readonly Wanted[]): Promise<void> {
  const bookingIds = wanted.flatMap(({ resource }) => resource.runOutHolds)
  if (bookingIds.length === 0) return
  await tx
    .deleteFrom('bookingClaims')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`booking_id = any(${bookingIds}::uuid[])`)
    .where('heldUntil', '<=', tx.now())
    .execute()
}

/** Cuts the buffers of neighbors that reach into the wanted times; never their visits. */
async function shrinkBuffers(tx: TenantTx, bookingId: string, wanted: readonly Wanted[]): Promise<void> {
  for (const { resource, ...time } of wanted)
    for (const claim of resource.claims) {
      if (claim.bookingId === bookingId || !overlap(claim, time) || overlap(claim.visit, time)) continue
      const isBefore = claim.visit.until <= time.from
      const shrunk = isBefore ? period(claim.from, time.from) : period(time.until, claim.until)
      await tx
        .updateTable('bookingClaims')
        .set({ period: shrunk })
        .where('tenantId', '=', tx.tenantId)
        .where('bookingId', '=', claim.bookingId)
        .where('resourceId', '=', resource.id)
        .where('startsAt', '=', toIso(claim.visit.from))
        .execute()
    }
}

/** Frees everything that bookings take. */
export async function releaseClaims(tx: TenantTx, bookingIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('bookingClaims')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`booking_id = any(${[...bookingIds]}::uuid[])`)
    .execute()
}
