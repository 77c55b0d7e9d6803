import { isDeepStrictEqual } from 'node:util'
import type { Campaign } from '@frontdesk/contract/api'
import type { MissedAction } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findPerson, type Person } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findFilesOfCampaigns, sendFilesOfCampaign } from '../files/index.ts'
import {
  addFollowUps,
  decideMissed,
  insertGroupMessage,
  instantOf,
  needsReviewLink,
  pauseCampaignMessages,
  recordGroupMessageSent,
  resumeCampaignMessages,
  stopCampaignMessages,
} from '../group-messages/index.ts'
import { hasReviewLink } from '../groups/index.ts'
import { readSendAt } from '../messages/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { assertEditable, type CampaignRow, lockToChange } from './access.ts'
import { countUpTo, describeAudience, selectAudience } from './audience.ts'
import { resumeCollecting, startCollecting } from './collect-recipients.job.ts'
import { getCampaign } from './queries.ts'
import { recordCampaignChanged } from './record-campaign-changed.ts'
import { assertVersion, updateCampaign } from './save-campaign.ts'
import { startScheduledSpec } from './start-spec.ts'

export interface StartRequest {
  id: string
  version: number
  scheduledOnUtc?: string | undefined
  localTime?: string | undefined
  spreadMinutes?: number | undefined
}

/** Sends a campaign now, or schedules it; above the limit of the business it waits for an approval. */
export async function startCampaign(tx: TenantTx, actor: Actor, request: StartRequest): Promise<Campaign> {
  const { id, version, localTime = null, spreadMinutes = null } = request
  const campaign = await lockToChange(tx, actor, id)
  await assertVersion(tx, actor, campaign, version)
  assertEditable(campaign)
  await assertSendable(tx, campaign)
  // A changed audience, text or time needs a new approval.
  const pacing = { isApproved: false, localTime, spreadMinutes, scheduledAt: await readStart(tx, campaign, request) }
  const planned = { ...campaign, ...pacing }
  if (await needsApproval(tx, actor, planned)) await requestApproval(tx, actor, planned)
  else await sendOrSchedule(tx, actor, planned)
  return getCampaign(tx, actor, id)
}

/** Approves a campaign for the person who wants to send it. */
export async function approveCampaign(
  tx: TenantTx,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<Campaign> {
  const campaign = await lockToChange(tx, actor, id)
  await assertVersion(tx, actor, campaign, version)
  if (campaign.state !== 'needs-approval') throw new AppError('CampaignStatusWrong')
  if (campaign.authorUserId === actor.userId) throw new AppError('Forbidden')
  const { scheduledAt } = campaign
  // Its time may have passed since it was planned.
  if (scheduledAt !== null) readSendAt(scheduledAt, tx.now())
  await record(tx, actor, campaign, 'campaign.approved')
  // Fails for segments and groups that the actor may not see: they cannot judge an audience that is hidden from them.
  await selectAudience(tx, actor, campaign, 1)
  // The author stays the sender: the audience is limited to what they may see.
  const author = (await findPerson(tx, campaign.authorUserId)) ?? actor
  await updateCampaign(tx, campaign, {
    isApproved: true,
    approvedAudience: JSON.stringify(await describeAudience(tx, author, campaign)),
    approvedRecipients: await countUpTo(tx, author, campaign, APPROVED_COUNT_MAX),
    updatedAt: tx.now(),
  })
  await sendOrSchedule(tx, author, {
    ...campaign,
    isApproved: true,
    version: campaign.version + 1,
  })
  return getCampaign(tx, actor, id)
}

async function sendOrSchedule(tx: TenantTx, author: Person, campaign: CampaignRow): Promise<void> {
  if (campaign.scheduledAt === null) await sendCampaign(tx, author, campaign)
  else await scheduleCampaign(tx, author, campaign, campaign.scheduledAt)
}

/**
 * When a campaign starts; null: now. At a local time: once it is that time in the first of the recipients’ zones.
 */
export async function readStart(
  tx: TenantTx,
  { locationId }: CampaignRow,
  { scheduledOnUtc, localTime }: Pick<StartRequest, 'scheduledOnUtc' | 'localTime'>,
): Promise<string | null> {
  if (localTime === undefined) return scheduledOnUtc === undefined ? null : readSendAt(scheduledOnUtc, tx.now())
  const locations = tx.selectFrom('locations').where('tenantId', '=', tx.tenantId).select('timeZone').distinct()
  const rows = await (locationId === null ? locations : locations.where('id', '=', locationId)).execute()
  // A number of another country counts as being at its location.
  const starts = [FIRST_ZONE, ...rows.map(({ timeZone }) => timeZone)].map((zone) => instantOf(localTime, zone))
  return readSendAt(starts.toSorted()[0] ?? '', tx.now())
}

/** The easternmost time zone of North American numbers. */
const FIRST_ZONE = 'America/St_Johns'

/** An approved audience is counted up to here. */
const APPROVED_COUNT_MAX = 100_000
/** How many more people may match when an approved campaign starts. */
const APPROVED_GROWTH = 1.1

/**
 * Whether a campaign is for more people than its author may send to alone, and no second person approved it as it is
 * now.
 */
export async function needsApproval(tx: TenantTx, author: Person, campaign: CampaignRow): Promise<boolean> {
  const { approvedAudience, approvedRecipients } = campaign
  if (!campaign.isApproved) return (await findApprovalLimit(tx, author, campaign)) !== null
  const { approvalAbove } = await readSendingSettings(tx)
  if (approvalAbove === null) return false
  // Approved before these values were stored.
  if (approvedAudience === null || approvedRecipients === null) return false
  if (!isDeepStrictEqual(approvedAudience, await readBack(tx, author, campaign)))
    return hasMoreThan(tx, author, campaign, approvalAbove)
  const allowed = Math.max(approvalAbove, Math.ceil(approvedRecipients * APPROVED_GROWTH))
  return approvedRecipients < APPROVED_COUNT_MAX && (await hasMoreThan(tx, author, campaign, allowed))
}

/** The limit that an unapproved campaign exceeds, so that it needs an approval; null if its author may send it alone. */
export async function findApprovalLimit(tx: TenantTx, author: Person, campaign: CampaignRow): Promise<number | null> {
  const { approvalAbove } = await readSendingSettings(tx)
  return approvalAbove !== null && (await hasMoreThan(tx, author, campaign, approvalAbove)) ? approvalAbove : null
}

const hasMoreThan = async (tx: TenantTx, author: Person, campaign: CampaignRow, max: number): Promise<boolean> =>
  (await countUpTo(tx, author, campaign, max + 1)) > max

/** The rules of an audience as the database returns them, where absent values are left out. */
const readBack = async (tx: TenantTx, author: Person, campaign: CampaignRow): Promise<unknown> =>
  JSON.parse(JSON.stringify(await describeAudience(tx, author, campaign)))

async function requestApproval(tx: TenantTx, actor: Actor, campaign: CampaignRow): Promise<void> {
  const { scheduledAt, localTime, spreadMinutes } = campaign
  await updateCampaign(tx, campaign, {
    state: 'needs-approval',
    isApproved: false,
    problem: null,
    scheduledAt,
    localTime,
    spreadMinutes,
    authorUserId: actor.userId,
    author: actor.displayName,
    updatedAt: tx.now(),
  })
  await recordCampaignChanged(tx, actor, campaign)
  await record(tx, actor, campaign, 'campaign.approval-requested')
}

async function scheduleCampaign(tx: TenantTx, actor: Person, campaign: CampaignRow, at: string): Promise<void> {
  // Fails for segments and groups that the actor may not see.
  await selectAudience(tx, actor, campaign, 1)
  const { localTime, spreadMinutes } = campaign
  await updateCampaign(tx, campaign, {
    state: 'scheduled',
    isApproved: campaign.isApproved,
    problem: null,
    scheduledAt: at,
    localTime,
    spreadMinutes,
    authorUserId: actor.userId,
    author: actor.displayName,
    updatedAt: tx.now(),
  })
  await enqueue(tx, startScheduledSpec({ tenantId: tx.tenantId, id: campaign.id, scheduledAt: at }))
  await recordCampaignChanged(tx, actor, campaign)
  await record(tx, actor, campaign, 'campaign.scheduled', { scheduledAt: at })
}

const record = (
  tx: TenantTx,
  actor: Person,
  { name, locationId }: CampaignRow,
  action: 'campaign.scheduled' | 'campaign.approval-requested' | 'campaign.approved',
  data?: { scheduledAt: string },
) =>
  recordAudit(tx, {
    action,
    actor,
    subject: name,
    ...(data && { data }),
    locationIDs: locationId === null ? null : [locationId],
    at: tx.now(),
  })

/** Starts sending a locked campaign, with the contacts that match now and that the author may see. */
export async function sendCampaign(tx: TenantTx, author: Person, campaign: CampaignRow): Promise<void> {
  const { id, name, body, variants, followUps, locationId, localTime, spreadMinutes } = campaign
  await assertSendable(tx, campaign)
  const row = await insertGroupMessage(tx, author, {
    id,
    campaignId: id,
    kind: 'campaign',
    group: null,
    name,
    locationId,
    body: body.trim(),
    variants: variants.map((text) => text.trim()),
    localTime,
    spreadMinutes,
    audience: await describeAudience(tx, author, campaign),
  })
  if (!row) throw new AppError('CampaignStatusWrong')
  await sendFilesOfCampaign(tx, id)
  const { total, isAll } = await startCollecting(tx, { campaign, row, author })
  if (total === 0 && isAll) throw new AppError('NoRecipients')
  await addFollowUps(
    tx,
    row,
    followUps.map(({ afterHours, text }) => ({ delayHours: afterHours, body: text.trim() })),
  )
  await recordGroupMessageSent(tx, { ...row, total }, author, { isCounted: isAll })
  await updateCampaign(tx, campaign, {
    state: 'started',
    problem: null,
    authorUserId: author.userId,
    author: author.displayName,
    updatedAt: tx.now(),
  })
  await recordCampaignChanged(tx, author, campaign)
}

async function assertSendable(tx: TenantTx, campaign: CampaignRow): Promise<void> {
  const { id, body, variants, followUps, locationId } = campaign
  const texts = [body, ...variants, ...followUps.map(({ text }) => text)]
  if (body.trim() === '' && (variants.length > 0 || (await findFilesOfCampaigns(tx, [id])).length === 0))
    throw new AppError('MessageEmpty')
  if (texts.some(needsReviewLink) && !(await hasReviewLink(tx, locationId))) throw new AppError('ReviewLinkMissing')
}

/** Stops a running campaign, or turns one that waits for its time or an approval back into a draft. */
export async function stopCampaign(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const campaign = await lockToChange(tx, actor, id)
  if (campaign.state === 'started') await stopCampaignMessages(tx, actor, id)
  else if (campaign.state === 'scheduled' || campaign.state === 'needs-approval') {
    await updateCampaign(tx, campaign, {
      state: 'draft',
      isApproved: false,
      scheduledAt: null,
      localTime: null,
      updatedAt: tx.now(),
    })
    await recordCampaignChanged(tx, actor, campaign)
  } else throw new AppError('CampaignStatusWrong')
}

/** Pauses a running campaign. */
export async function pauseCampaign(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const campaign = await lockToChange(tx, actor, id)
  await pauseCampaignMessages(tx, actor, id)
  await recordCampaignChanged(tx, actor, campaign)
}

/** Resumes a paused or stopped campaign for the recipients it was never sent to. */
export async function resumeCampaign(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const campaign = await lockToChange(tx, actor, id)
  const [first] = await resumeCampaignMessages(tx, actor, id)
  if (first?.isCollecting) await resumeCollecting(tx, id)
  await recordCampaignChanged(tx, actor, campaign)
}

/** Sends the texts of a running campaign that missed their time, or skips them. */
export async function decideMissedTexts(
  tx: TenantTx,
  actor: Actor,
  { id, action }: { id: string; action: MissedAction },
): Promise<void> {
  const campaign = await lockToChange(tx, actor, id)
  await decideMissed(tx, actor, id, action)
  await recordCampaignChanged(tx, actor, campaign)
}
