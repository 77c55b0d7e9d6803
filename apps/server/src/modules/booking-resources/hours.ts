import type { HoursException, ResourceAvailability, WeekHours } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** When a resource can be booked at a location, in a period. */
export interface ResourceHours {
  /** Null: the business hours of the location. */
  week: WeekHours | null
  exceptions: HoursException[]
  /** Blocked times, in epoch milliseconds. */
  blocks: { from: number; until: number; name: string }[]
}

/** Reads the hours of resources at a location, their exceptions on some dates, and their blocks in a period. */
export async function readHours(
  tx: TenantTx,
  {
    resourceIds,
    locationId,
    dates,
    period,
  }: {
    resourceIds: readonly string[]
    locationId: string
    dates: readonly string[]
    period: { from: number; until: number }
  },
): Promise<Map<string, ResourceHours>> {
  const isAmong = sql<boolean>`resource_id = any(${[...resourceIds]}::uuid[])`
  const within = sql`tstzrange(${new Date(period.from).toISOString()}, ${new Date(period.until).toISOString()})`
  const [weeks, exceptions, blocks] = await Promise.all([
    tx
      .selectFrom('bookingHours')
      .where('tenantId', '=', tx.tenantId)
      .where(isAmong)
      .where('locationId', '=', locationId)
      .select(['resourceId', 'week'])
      .execute(),
    tx
      .selectFrom('bookingHoursExceptions')
      .where('tenantId', '=', tx.tenantId)
      .where(isAmong)
      .where(sql<boolean>`date = any(${[...dates]}::date[])`)
      .select(['resourceId', 'date', 'name', 'spans'])
      .execute(),
    tx
      .selectFrom('bookingBlocks')
      .where('tenantId', '=', tx.tenantId)
      .where(isAmong)
      .where(sql<boolean>`period && ${within}`)
      .select(['resourceId', 'reason'])
      .select([sql<string>`lower(period)`.as('from'), sql<string>`upper(period)`.as('until')])
      .execute(),
  ])
  const hours = new Map(
    weeks.map(({ resourceId, week }): [string, ResourceHours] => [resourceId, { week, exceptions: [], blocks: [] }]),
  )
  for (const { resourceId, ...exception } of exceptions) hours.get(resourceId)?.exceptions.push(exception)
  for (const { resourceId, reason, from, until } of blocks)
    hours.get(resourceId)?.blocks.push({ from: Date.parse(from), until: Date.parse(until), name: reason })
  return hours
}

/** Everything that a teammate edits of the hours of a resource; exceptions from a date on. */
export async function getHours(
  tx: TenantTx,
  { id, version }: { id: string; version: number },
  { today, isVisible }: { today: string; isVisible: (locationId: string) => boolean },
): Promise<ResourceAvailability> {
  const [hours, exceptions] = await Promise.all([
    tx
      .selectFrom('bookingHours')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', id)
      .orderBy('locationId')
      .select(['locationId', 'week'])
      .execute(),
    tx
      .selectFrom('bookingHoursExceptions')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', id)
      .where('date', '>=', today)
      .orderBy('date')
      .select(['date', 'name', 'spans'])
      .limit(1000)
      .execute(),
  ])
  const visible = hours.filter(({ locationId }) => isVisible(locationId))
  return {
    resourceID: id,
    hours: visible.map(({ locationId, week }) => ({ locationID: locationId, week })),
    exceptions,
    version,
  }
}
