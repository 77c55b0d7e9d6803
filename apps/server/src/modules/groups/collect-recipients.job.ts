import { GROUP_BATCH } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson } from '../accounts/index.ts'
import { addRecipients, finishCollecting, lockCollecting } from '../group-messages/index.ts'
import { findGroups } from './access.ts'
import { selectMatching, selectMembers } from './audience.ts'
import { COLLECT_RECIPIENTS, CollectPayload } from './job-specs.ts'

/**
 * Stores the rest of the recipients of a message, a batch per transaction. It is not sent before all are stored, and a
 * recipient is stored once, so a run that is killed starts over.
 */
export const collectRecipients = defineJob({
  name: COLLECT_RECIPIENTS,
  lane: 'background',
  payload: CollectPayload,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, groupMessageId, groupId, criteria, after }) => {
    const collectBatch = async (tx: TenantTx, cursor: string): Promise<string | null> => {
      const message = await lockCollecting(tx, groupMessageId)
      if (!message) return null
      const author = await findPerson(tx, message.authorUserId)
      const page = { after: cursor, limit: GROUP_BATCH }
      const [group] = author && groupId !== null ? await findGroups(tx, author, [groupId]) : []
      const contacts =
        author &&
        (groupId === null
          ? await selectMatching(tx, author, criteria, page)
          : group && (await selectMembers(tx, author, group, page)))
      const { read, last } = contacts ? await addRecipients(tx, message, contacts) : { read: 0, last: null }
      const next = read < GROUP_BATCH ? null : last
      if (next === null) await finishCollecting(tx, message)
      return next
    }
    for (let cursor: string | null = after; cursor !== null; ) {
      const from: string = cursor
      cursor = await inTenant({ tenantId }, (tx) => collectBatch(tx, from))
    }
  },
})
