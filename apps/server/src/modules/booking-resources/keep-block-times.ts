import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordSettingChanged } from '../settings/index.ts'

/** More than the largest difference between two time zones. */
const MAX_ZONE_DIFFERENCE_MS = 27 * 60 * 60_000

/**
 * A period as clocks at a location show it, which it keeps when those clocks change. Its time zone stays until the
 * commit.
 */
export async function localTimesAt(tx: TenantTx, locationId: string, { from, until }: { from: string; until: string }) {
  const { timeZone } = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', locationId)
    .select('timeZone')
    .forShare()
    .executeTakeFirstOrThrow()
  return {
    ...{ locationId, timeZone },
    localStartsAt: localTime(from, timeZone).toString({ smallestUnit: 'minute' }),
    localEndsAt: localTime(until, timeZone).toString({ smallestUnit: 'minute' }),
  }
}

/**
 * Moves blocks back to their local times after the rules of their time zone changed, or the time zone of their location
 * was corrected, unless they have ended before and after. They may overlap with bookings, so nothing is in the way.
 */
export async function keepBlockTimes(
  tx: TenantTx,
  corrected?: { locationId: string; from: string; to: string },
): Promise<void> {
  const blocks = await tx
    .selectFrom('bookingBlocks')
    .where('tenantId', '=', tx.tenantId)
    .where('endsAt', '>', shift(tx.now(), -MAX_ZONE_DIFFERENCE_MS))
    .where('timeZone', 'is not', null)
    .$if(corrected !== undefined, (query) =>
      query.where('locationId', '=', corrected?.locationId ?? '').where('timeZone', '=', corrected?.from ?? ''),
    )
    .orderBy('id')
    .select(['id', 'startsAt', 'endsAt', 'timeZone', 'localStartsAt', 'localEndsAt'])
    .forNoKeyUpdate()
    .execute()
  let isChanged = false
  for (const block of blocks) {
    const timeZone = corrected?.to ?? block.timeZone
    if (timeZone === null || block.localStartsAt === null || block.localEndsAt === null) continue
    const from = instantOf(block.startsAt, block.localStartsAt, timeZone)
    const until = instantOf(block.endsAt, block.localEndsAt, timeZone)
    if (!isAfter(block.endsAt, tx.now()) && !isAfter(until, tx.now())) continue
    const isMoved = from !== block.startsAt || until !== block.endsAt
    // A block of only the skipped hour of a day stays where it is.
    if (!isAfter(until, from) || (!isMoved && !corrected)) continue
    await tx
      .updateTable('bookingBlocks')
      .set({ timeZone, period: sql<string>`tstzrange(${from}, ${until})` })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', block.id)
      .execute()
    isChanged = true
  }
  if (isChanged) await recordSettingChanged(tx, { subject: 'booking-resources', actorUserId: null, at: tx.now() })
}

const localTime = (instant: string, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .round({ smallestUnit: 'minute', roundingMode: 'floor' })

/** The instant of a local time. If a day has it twice, either is correct. */
function instantOf(present: string, local: string, timeZone: string): string {
  const agreed = Temporal.PlainDateTime.from(local)
  if (localTime(present, timeZone).equals(agreed)) return present
  return new Date(agreed.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}
