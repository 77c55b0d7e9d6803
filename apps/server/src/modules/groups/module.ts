import { sql } from 'kysely'
import { defineModule, type LocationFollower } from '../../platform/module.ts'
import * as events from './events.ts'
import { groupRoutes } from './routes.ts'

/** Moves the groups of a removed location to the one that replaces it, also in the criteria of dynamic ones. */
const moveGroups: LocationFollower = async (tx, { from, to }) => {
  await sql`
    update groups g set location_id = ${to}, version = g.version + 1,
      criteria = case when g.criteria is not null then jsonb_set(g.criteria, '{locationIDs}', jsonb_build_array(${to}::text)) end
    where g.tenant_id = ${tx.tenantId} and g.location_id = ${from}`.execute(tx)
}

/** Groups of contacts, fixed or by a filter, with notes; sending to them and to selected contacts. */
export const groupsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ groups: groupRoutes(api, services) }),
  events,
  locationFollowers: [moveGroups],
})
