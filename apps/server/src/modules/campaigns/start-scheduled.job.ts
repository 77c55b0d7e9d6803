import { CAMPAIGN_LATE_MS, type CampaignProblem, can } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { findPerson } from '../accounts/index.ts'
import { type CampaignRow, lockCampaign } from './access.ts'
import { recordCampaignChanged } from './record-campaign-changed.ts'
import { updateCampaign } from './save-campaign.ts'
import { needsApproval, sendCampaign } from './start-campaign.ts'
import { START_SCHEDULED_CAMPAIGN, StartScheduled } from './start-spec.ts'

/** Starts a scheduled campaign with the present rights of who scheduled it. Late ones wait for a decision instead. */
export const startScheduledCampaign = defineJob({
  name: START_SCHEDULED_CAMPAIGN,
  lane: 'default',
  payload: StartScheduled,
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, id, scheduledAt }) => {
    const problem = await inTenant({ tenantId }, async (tx) => {
      const campaign = await lockDue(tx, id, scheduledAt)
      if (!campaign) return null
      if (isAfter(tx.now(), shift(scheduledAt, CAMPAIGN_LATE_MS))) return 'late'
      const author = await findPerson(tx, campaign.authorUserId)
      if (!author || !can(author, 'campaigns_send_bulk_messages')) return 'not-allowed'
      // More people may match than when it was scheduled.
      if (await needsApproval(tx, author, campaign)) return 'approval-missing'
      await sendCampaign(tx, author, campaign)
      return null
    }).catch(problemOf)
    if (problem === null) return
    await inTenant({ tenantId }, async (tx) => {
      const campaign = await lockDue(tx, id, scheduledAt)
      if (!campaign) return
      await updateCampaign(tx, campaign, { state: 'needs-attention', problem, updatedAt: tx.now() })
      await recordCampaignChanged(tx, null, campaign)
    })
  },
})

/** The payload and the row may have different precision: a full minute is `:00Z` in one and `:00.000Z` in the other. */
const isSameTime = (a: string, b: string): boolean => Temporal.Instant.compare(a, b) === 0

/** Locks a campaign that is still scheduled for this time. */
async function lockDue(tx: TenantTx, id: string, scheduledAt: string): Promise<CampaignRow | undefined> {
  const campaign = await lockCampaign(tx, id)
  const isDue =
    campaign?.state === 'scheduled' && campaign.scheduledAt !== null && isSameTime(campaign.scheduledAt, scheduledAt)
  return isDue ? campaign : undefined
}

const PROBLEM_BY_ERROR: Partial<Record<string, CampaignProblem>> = {
  NoRecipients: 'no-recipients',
  TooManyContacts: 'too-many-recipients',
  SegmentNotFound: 'audience-missing',
  GroupNotFound: 'audience-missing',
  LocationNotFound: 'not-allowed',
  ReviewLinkMissing: 'no-review-link',
}

function problemOf(error: unknown): CampaignProblem {
  const problem = error instanceof AppError ? PROBLEM_BY_ERROR[error.code] : undefined
  if (!problem) throw error
  return problem
}
