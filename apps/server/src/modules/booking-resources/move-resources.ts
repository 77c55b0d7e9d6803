import { sql } from 'kysely'
import type { LocationFollower } from '../../platform/module.ts'

/** Rooms of a location that is removed move to the other one, and so do hours, unless there are some already. */
export const moveResources: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('bookingResources')
    .set({ locationId: to, version: sql`version + 1` })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
  await sql`
    insert into booking_hours (tenant_id, resource_id, location_id, week)
    select h.tenant_id, h.resource_id, ${to}::uuid, h.week from booking_hours h
    where h.tenant_id = ${tx.tenantId} and h.location_id = ${from}
    on conflict (tenant_id, resource_id, location_id) do nothing`.execute(tx)
  await tx
    .updateTable('bookingBlocks')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
  await tx.deleteFrom('bookingHours').where('tenantId', '=', tx.tenantId).where('locationId', '=', from).execute()
}
