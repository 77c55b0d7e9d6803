import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { overlap } from './availability/intervals.ts'
import { type Claim, groupSession, type Placement, widen } from './availability/rules.ts'

const toIso = (instant: number): string => new Date(instant).toISOString()
const period = (from: number, until: number) => sql<string>`tstzrange(${toIso(from)}, ${toIso(until)})`

/** Booking, session, seat, and in epoch milliseconds the start and end with buffers, and without. */
type ClaimValues = [string, string, number, number, number, number, number]

/** What bookings take of resources in a period, by resource and in order. Holds that have run out take nothing. */
export async function readClaims(
  tx: TenantTx,
  resourceIds: readonly string[],
  within: { from: number; until: number },
  exceptBookingId: string | null,
): Promise<Map<string, Claim[]>> {
  const ms = (column: RawBuilder<string>) => sql<number>`(extract(epoch from ${column}) * 1000)::float8`
  // As JSON by resource: a month of a busy location is thousands of claims, and rows of timestamps cost ten times as much.
  const rows = await tx
    .selectFrom('bookingClaims as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`c.resource_id = any(${[...resourceIds]}::uuid[])`)
    .where(sql<boolean>`c.period && ${period(within.from, within.until)}`)
    .where((where) => where.or([where('c.heldUntil', 'is', null), where('c.heldUntil', '>', tx.now())]))
    .$if(exceptBookingId !== null, (query) => query.where('c.bookingId', '<>', exceptBookingId))
    .select('c.resourceId')
    .select(
      sql<ClaimValues[]>`json_agg(json_build_array(c.booking_id, c.session, c.seat,
        ${ms(sql`lower(c.period)`)}, ${ms(sql`upper(c.period)`)}, ${ms(sql`c.starts_at`)}, ${ms(sql`c.ends_at`)})
        order by lower(c.period))`.as('values'),
    )
    .groupBy('c.resourceId')
    .execute()
  const claims = new Map<string, Claim[]>(resourceIds.map((id) => [id, []]))
  for (const { resourceId, values } of rows)
    claims.set(
      resourceId,
      values.map(([bookingId, session, seat, from, until, visitFrom, visitUntil]) => ({
        bookingId,
        session,
        seat,
        from,
        until,
        visit: { from: visitFrom, until: visitUntil },
      })),
    )
  return claims
}

/** Takes the resources of a booking. Where buffers are ignored, those of the neighbors shrink to what is left. */
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
  resource: { id: string; claims: readonly Claim[] }
  from: number
  until: number
  widened: { from: number; until: number }
}

/** Deletes what holds that have run out still take of the wanted resources. Their bookings expire by their job. */
async function removeRunOutHolds(tx: TenantTx, wanted: readonly Wanted[]): Promise<void> {
  for (const { resource, widened } of wanted)
    await tx
      .deleteFrom('bookingClaims')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', resource.id)
      .where(sql<boolean>`period && ${period(widened.from, widened.until)}`)
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
