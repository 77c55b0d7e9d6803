import type { Campaign, CampaignAudience, CampaignFollowUp } from '@frontdesk/contract/api'
import { CAMPAIGNS_MAX, can, fromSid, MMS_TOTAL_MAX_BYTES } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { findFilesOfCampaigns, setFilesOfCampaign } from '../files/index.ts'
import { findLocation } from '../locations/index.ts'
import { findAttachments } from '../messages/index.ts'
import { assertMayEditInScope } from '../visibility/index.ts'
import { assertEditable, type CampaignRow, lockToChange } from './access.ts'
import { selectAudience } from './audience.ts'
import { getCampaign } from './queries.ts'
import { recordCampaignChanged } from './record-campaign-changed.ts'

export interface CampaignDraft {
  id?: string | undefined
  version?: number | undefined
  name: string
  locationID: string | null
  audience: CampaignAudience
  text: string
  attachments: readonly string[]
  variants: string[]
  followUps: readonly CampaignFollowUp[]
  controlPercent: number
}

/** Adds a campaign as a draft, or updates one that was not sent. */
export async function saveCampaign(tx: TenantTx, actor: Actor, draft: CampaignDraft): Promise<Campaign> {
  const { name, locationID, audience, text, attachments, variants, followUps, controlPercent } = draft
  const existing = draft.id === undefined ? null : await lockToChange(tx, actor, draft.id)
  if (existing) await assertVersion(tx, actor, existing, draft.version)
  if (existing) assertEditable(existing)
  if (locationID !== null && !(await findLocation(tx, actor, locationID))) throw new AppError('LocationNotFound')
  assertMayEditInScope(actor, locationID)
  // Fails for segments and groups that the actor may not see.
  await selectAudience(tx, actor, { audience, locationId: locationID }, 1)
  const at = tx.now()
  const values = {
    name,
    locationId: locationID,
    audience: JSON.stringify(audience),
    body: text,
    variants,
    followUps: JSON.stringify(followUps),
    controlPercent,
    updatedAt: at,
  }
  const id = existing?.id ?? newId()
  if (existing)
    await updateCampaign(tx, existing, {
      ...values,
      state: 'draft',
      isApproved: false,
      problem: null,
      scheduledAt: null,
      localTime: null,
    })
  else {
    await assertCampaignLimit(tx)
    await tx
      .insertInto('campaigns')
      .values({
        tenantId: tx.tenantId,
        id,
        ...values,
        authorUserId: actor.userId,
        author: actor.displayName,
        createdAt: at,
      })
      .execute()
  }
  await attachFiles(tx, actor, id, attachments.map(fromSid))
  await recordCampaignChanged(tx, actor, { id, locationId: locationID })
  if (existing && existing.locationId !== locationID) await recordCampaignChanged(tx, actor, existing)
  return getCampaign(tx, actor, id)
}

/** Makes these the files of a campaign: some may belong to it already, the others are uploads of the actor. */
async function attachFiles(tx: TenantTx, actor: Actor, id: string, fileIds: readonly string[]): Promise<void> {
  const present = await findFilesOfCampaigns(tx, [id])
  const isPresent = new Set(present.map((file) => file.id))
  const added = await findAttachments(
    tx,
    actor,
    fileIds.filter((fileId) => !isPresent.has(fileId)),
  )
  const files = [...present.filter((file) => fileIds.includes(file.id)), ...added]
  if (files.reduce((sum, { byteSize }) => sum + (byteSize ?? 0), 0) > MMS_TOTAL_MAX_BYTES)
    throw new AppError('AttachmentTooLarge')
  if (present.length > 0 || files.length > 0) await setFilesOfCampaign(tx, id, fileIds)
}

/** Rejects an edit of an outdated version; the error carries the current one. */
export async function assertVersion(
  tx: TenantTx,
  actor: Actor,
  campaign: CampaignRow,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && version !== campaign.version)
    throw new AppError('ChangedMeanwhile', { campaign: await getCampaign(tx, actor, campaign.id) })
}

interface CampaignValues {
  name?: string
  locationId?: string | null
  audience?: string
  body?: string
  variants?: string[]
  followUps?: string
  controlPercent?: number
  localTime?: string | null
  spreadMinutes?: number | null
  state?: CampaignRow['state']
  isApproved?: boolean
  approvedAudience?: string
  approvedRecipients?: number
  problem?: CampaignRow['problem']
  scheduledAt?: string | null
  authorUserId?: string
  author?: string
  updatedAt: string
}

export async function updateCampaign(tx: TenantTx, campaign: CampaignRow, values: CampaignValues): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ ...values, version: campaign.version + 1 })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', campaign.id)
    .execute()
}

async function assertCampaignLimit(tx: TenantTx): Promise<void> {
  const { n } = await tx
    .selectFrom('campaigns')
    .where('tenantId', '=', tx.tenantId)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= CAMPAIGNS_MAX) throw new AppError('TooManyCampaigns')
}

/** Deletes a campaign that was not sent. */
export async function deleteCampaign(tx: TenantTx, actor: Actor, id: string): Promise<void> {
  const campaign = await lockToChange(tx, actor, id)
  if (campaign.state === 'started') throw new AppError('CampaignStatusWrong')
  // Returning it to draft requires the same permission.
  const isPlanned = campaign.state === 'scheduled' || campaign.state === 'needs-approval'
  if (isPlanned && !can(actor, 'campaigns_send_bulk_messages'))
    throw new AppError('Forbidden', { permission: 'campaigns_send_bulk_messages' })
  await setFilesOfCampaign(tx, id, [])
  await tx.deleteFrom('campaigns').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
  await recordCampaignChanged(tx, actor, campaign)
  await recordAudit(tx, {
    action: 'campaign.deleted',
    actor,
    subject: campaign.name,
    locationIDs: campaign.locationId === null ? null : [campaign.locationId],
    at: tx.now(),
  })
}
