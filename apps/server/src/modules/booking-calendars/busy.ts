import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type Interval, toIso } from './interval.ts'

/** When the calendars of resources are busy in a period, by resource and in order. */
export async function readBusy(
  tx: TenantTx,
  resourceIds: readonly string[],
  within: Interval,
): Promise<Map<string, Interval[]>> {
  const rows = await tx
    .selectFrom('calendarBusy as y')
    .innerJoin('calendars as k', (join) => join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'y.calendarId'))
    .where('y.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`y.resource_id = any(${[...resourceIds]}::uuid[])`)
    .where(sql<boolean>`y.period && tstzrange(${toIso(within.from)}, ${toIso(within.until)})`)
    .where('k.isBlocking', '=', true)
    .select('y.resourceId')
    .select([sql<string>`lower(y.period)`.as('from'), sql<string>`upper(y.period)`.as('until')])
    .orderBy(sql`lower(y.period)`)
    .execute()
  const busy = new Map<string, Interval[]>()
  for (const { resourceId, from, until } of rows)
    busy.set(resourceId, [...(busy.get(resourceId) ?? []), { from: Date.parse(from), until: Date.parse(until) }])
  return busy
}

/** Which of these resources have a calendar that blocks times and can no longer be read. */
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
