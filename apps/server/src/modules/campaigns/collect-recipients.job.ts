import { GROUP_BATCH } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { addRecipients, finishCollecting, type GroupMessageRow, lockCollecting } from '../group-messages/index.ts'
import { type CampaignRow, lockCampaign } from './access.ts'
import { selectByRule } from './audience.ts'

const COLLECT_CAMPAIGN = 'collect-campaign-recipients'

/** How far an audience has been read: the position of the rule, and the key after which its next contacts follow. */
const Position = z.object({ ruleIndex: z.int(), after: z.string().nullable() })
type Position = z.infer<typeof Position>

const CollectPayload = z.object({ tenantId: z.uuid(), id: z.uuid(), from: Position })

/** Stores the rest of a campaign's recipients, in a transaction for each page. */
export const collectCampaignRecipients = defineJob({
  name: COLLECT_CAMPAIGN,
  lane: 'background',
  payload: CollectPayload,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, id, from }) => {
    for (let position: Position | null = from; position !== null; ) {
      const current: Position = position
      position = await inTenant({ tenantId }, async (tx) => {
        const campaign = await lockCampaign(tx, id)
        const row = await lockCollecting(tx, id)
        if (!campaign || !row) return null
        const author = await findPerson(tx, row.authorUserId)
        return collect(tx, { campaign, row, author }, current)
      })
    }
  },
})

interface Collecting {
  campaign: CampaignRow
  row: GroupMessageRow
  /** null: they left, and no one else is added. */
  author: Person | null | undefined
}

/**
 * Stores the first recipients of a campaign, all if they are within the first page of each rule; a job stores the rest.
 * Returns how many it stored, and whether that is all.
 */
export async function startCollecting(
  tx: TenantTx,
  { campaign, row, author }: Collecting,
): Promise<{ total: number; isAll: boolean }> {
  const counted = { ...row }
  for (let position: Position | null = { ruleIndex: 0, after: null }; position !== null; ) {
    position = await collect(tx, { campaign, row: counted, author }, position)
    if (position !== null && position.after !== null) {
      await enqueue(tx, collectSpec(tx.tenantId, row.id, position))
      return { total: counted.total, isAll: false }
    }
  }
  return { total: counted.total, isAll: true }
}

/** Continues storing the recipients of a campaign that was stopped meanwhile. Stored recipients are kept. */
export const resumeCollecting = (tx: TenantTx, id: string): Promise<void> =>
  enqueue(tx, collectSpec(tx.tenantId, id, { ruleIndex: 0, after: null }))

const collectSpec = (tenantId: string, id: string, from: Position) => ({
  identifier: COLLECT_CAMPAIGN,
  payload: { tenantId, id, from },
  jobKey: `collect-campaign:${id}`,
})

/** Stores a page of recipients and counts them in `row`. Returns where the next one starts; null after the last. */
async function collect(
  tx: TenantTx,
  { campaign, row, author }: Collecting,
  { ruleIndex, after }: Position,
): Promise<Position | null> {
  const selects = author && row.audience ? selectByRule(tx, author, row.audience, campaign.locationId) : []
  const select = selects[ruleIndex]
  if (!select) {
    await finishCollecting(tx, row)
    return null
  }
  const contacts = await select({ after, limit: GROUP_BATCH })
  const { controlPercent } = campaign
  const { read, added, last } = await addRecipients(tx, row, contacts, { controlPercent, ruleIndex })
  row.total += added
  return read < GROUP_BATCH ? { ruleIndex: ruleIndex + 1, after: null } : { ruleIndex, after: last }
}
