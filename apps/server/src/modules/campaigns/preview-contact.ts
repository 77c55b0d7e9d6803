import type { CampaignAudience, CampaignContactPreview } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { previewGroupMessage } from '../group-messages/index.ts'
import { assertSeesContact } from '../visibility/index.ts'
import { findMembership } from './audience.ts'

interface Request {
  audience: CampaignAudience
  locationId: string | null
  body: string
  contactId: string
}

/** Previews a campaign for one contact: its text as they would get it now, or why they would not. */
export async function previewForContact(
  tx: TenantTx,
  actor: Actor,
  { audience, locationId, body, contactId }: Request,
): Promise<CampaignContactPreview> {
  await assertSeesContact(tx, actor, contactId)
  const membership = await findMembership(tx, actor, { audience, locationId }, contactId)
  if (membership !== 'member') return { text: null, reason: membership, isHeld: false }
  const contacts = sql`select ${contactId}::uuid as id, ${contactId}::uuid as key`
  const { samples, excluded, held } = await previewGroupMessage(tx, actor, { contacts, locationId, body })
  return { text: samples[0]?.text ?? null, reason: excluded[0]?.reason ?? null, isHeld: held > 0 }
}
