import { sql } from 'kysely'
import type { LocationFollower } from '../../platform/module.ts'

/** Services of a location that is removed are offered at the other one instead. */
export const moveServices: LocationFollower = async (tx, { from, to }) => {
  await sql`
    update booking_services s set
      location_ids = array_remove(s.location_ids, ${from}::uuid)
        || case when s.location_ids @> array[${to}::uuid] then '{}'::uuid[] else array[${to}::uuid] end,
      version = s.version + 1
    where s.tenant_id = ${tx.tenantId} and s.location_ids @> array[${from}::uuid]`.execute(tx)
}
