import { sql } from 'kysely'
import { type ContactFollower, defineModule, type LocationFollower } from '../../platform/module.ts'
import { addGroupMembers } from './add-members.job.ts'
import { collectRecipients } from './collect-recipients.job.ts'
import * as events from './events.ts'
import { groupRoutes } from './routes.ts'

/** Moves the groups of a removed location to the one that replaces it, also in the criteria of dynamic ones. */
const moveGroups: LocationFollower = async (tx, { from, to }) => {
  await sql`
    update groups g set location_id = ${to}, version = g.version + 1,
      criteria = case when g.criteria is not null then jsonb_set(g.criteria, '{locationIDs}', jsonb_build_array(${to}::text)) end
    where g.tenant_id = ${tx.tenantId} and g.location_id = ${from}`.execute(tx)
}

/** Keeps a contact in its groups. */
const moveMemberships: ContactFollower = async (tx, { from, to }) => {
  await sql`
    with removed as (
      delete from group_members g where g.tenant_id = ${tx.tenantId} and g.contact_id = ${from} returning g.group_id, g.added_at
    )
    insert into group_members (tenant_id, group_id, contact_id, added_at)
    select ${tx.tenantId}::uuid, r.group_id, ${to}::uuid, r.added_at from removed r on conflict do nothing`.execute(tx)
}

/** Groups of contacts, fixed or by a filter, with notes; sending to them and to selected contacts. */
export const groupsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ groups: groupRoutes(api, services) }),
  jobs: [addGroupMembers, collectRecipients],
  events,
  locationFollowers: [moveGroups],
  contactFollowers: [moveMemberships],
})
