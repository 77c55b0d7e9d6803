import { sql } from 'kysely'
import { executePrepared, type TenantTx } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'
import { type Interval, toIso } from './interval.ts'

/** Busy times of the resources’ calendars in a period, by resource, ordered by start. */
export async function readBusy(
  tx: TenantTx,
  resourceIds: readonly string[],
  within: Interval,
): Promise<Map<string, Interval[]>> {
  const rows = await executePrepared(
    tx,
    tx
      .selectFrom('calendarBusy as y')
      .innerJoin('calendars as k', (join) => join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'y.calendarId'))
      .where('y.tenantId', '=', tx.tenantId)
      .where(sql<boolean>`y.resource_id = any(${[...resourceIds]}::uuid[])`)
      .where('y.endsAt', '>', toIso(within.from))
      .where('y.startsAt', '<', toIso(within.until))
      .where('k.isBlocking', '=', true)
      .groupBy('y.resourceId')
      .select('y.resourceId')
      .select(
        sql<[number, number][]>`json_agg(json_build_array(
          ${toMs(sql`y.starts_at`)}, ${toMs(sql`y.ends_at`)}) order by y.starts_at)`.as('intervals'),
      ),
  )
  return new Map(
    rows.map(({ resourceId, intervals }) => [resourceId, intervals.map(([from, until]) => ({ from, until }))]),
  )
}

/** The resources among these with a broken connection to a calendar that closes times. */
export async function findBroken(tx: TenantTx, resourceIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('calendarConnections as n')
    .where('n.tenantId', '=', tx.tenantId)
    .where('n.state', '=', 'broken')
    .where(sql<boolean>`n.resource_id = any(${[...resourceIds]}::uuid[])`)
    .select('n.resourceId')
    .execute()
  return new Set(rows.map(({ resourceId }) => resourceId))
}
