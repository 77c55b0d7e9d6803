import { CampaignAudience, CampaignFollowUp } from '@frontdesk/contract/api'
import type { CampaignStatus, Viewer } from '@frontdesk/contract/rules'
import { isCampaignEditable } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { AppError } from '../../platform/errors.ts'
import { assertMayEditInScope, isInScope } from '../visibility/index.ts'

export type CampaignRow = Omit<Row<'campaigns'>, 'audience' | 'followUps'> & {
  audience: CampaignAudience
  followUps: CampaignFollowUp[]
}

export const toCampaignRow = (row: Row<'campaigns'>): CampaignRow => ({
  ...row,
  audience: CampaignAudience.parse(row.audience),
  followUps: z.array(CampaignFollowUp).parse(row.followUps),
})

/** The campaign with an id, if the viewer may see it. */
export async function findCampaign(tx: TenantTx, viewer: Viewer, id: string): Promise<CampaignRow | undefined> {
  const row = await tx
    .selectFrom('campaigns as c')
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.id', '=', id)
    .where(isInScope(viewer, 'c.location_id'))
    .selectAll('c')
    .executeTakeFirst()
  return row && toCampaignRow(row)
}

/** The only way from an id to a campaign. */
export async function accessCampaign(tx: TenantTx, viewer: Viewer, id: string): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, viewer, id)
  if (!campaign) throw new AppError('CampaignNotFound')
  return campaign
}

/** Locks a campaign without checking access. */
export async function lockCampaign(tx: TenantTx, id: string): Promise<CampaignRow | undefined> {
  const row = await tx
    .selectFrom('campaigns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toCampaignRow(row)
}

/** Locks a campaign to change it. */
export async function lockToChange(tx: TenantTx, viewer: Viewer, id: string): Promise<CampaignRow> {
  await lockCampaign(tx, id)
  const campaign = await accessCampaign(tx, viewer, id)
  assertMayEditInScope(viewer, campaign.locationId)
  return campaign
}

/** The status of a campaign before it is sent; null afterwards, when the status of its message applies. */
export const unsentStatus = ({ state }: CampaignRow): CampaignStatus | null => (state === 'started' ? null : state)

export function assertEditable(campaign: CampaignRow): void {
  const status = unsentStatus(campaign)
  if (status === null || !isCampaignEditable(status)) throw new AppError('CampaignStatusWrong')
}
