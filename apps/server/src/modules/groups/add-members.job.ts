import { can, GROUP_BATCH } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson } from '../accounts/index.ts'
import { mayEditInScope } from '../visibility/index.ts'
import { findGroups, lockGroupRow } from './access.ts'
import { selectMatching } from './audience.ts'
import { ADD_GROUP_MEMBERS, AddMembersPayload } from './job-specs.ts'
import { insertPage, setAddingMembers } from './members.ts'
import { recordGroupChanged } from './record-group-changed.ts'

/**
 * Adds the rest of the contacts that match to a group, a batch per transaction, so that neither the group nor the event
 * log waits for a long one. A member is added once, so a run that is killed starts over.
 */
export const addGroupMembers = defineJob({
  name: ADD_GROUP_MEMBERS,
  lane: 'background',
  payload: AddMembersPayload,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, groupId, userId, criteria, after }, { isLast }) => {
    const addBatch = async (tx: TenantTx, cursor: string): Promise<string | null> => {
      await lockGroupRow(tx, groupId)
      // Re-check with current rights, which may have been revoked since the start.
      const user = await findPerson(tx, userId)
      const [group] = user ? await findGroups(tx, user, [groupId]) : []
      const mayAdd = user && group && can(user, 'contacts_edit') && mayEditInScope(user, group.locationId)
      if (!mayAdd || group.kind === 'dynamic') return null
      const page = await selectMatching(tx, user, criteria, { after: cursor, limit: GROUP_BATCH })
      const { read, last } = await insertPage(tx, groupId, page)
      const next = read < GROUP_BATCH ? null : last
      if (next !== null) await recordGroupChanged(tx, user, group)
      return next
    }
    const finish = async (tx: TenantTx) => {
      await setAddingMembers(tx, groupId, false)
      const user = await findPerson(tx, userId)
      const [group] = user ? await findGroups(tx, user, [groupId]) : []
      if (user && group) await recordGroupChanged(tx, user, group)
    }
    try {
      for (let cursor: string | null = after; cursor !== null; ) {
        const from: string = cursor
        cursor = await inTenant({ tenantId }, async (tx) => {
          const next = await addBatch(tx, from)
          if (next === null) await finish(tx)
          return next
        })
      }
    } catch (error) {
      if (isLast) await inTenant({ tenantId }, finish)
      throw error
    }
  },
})
