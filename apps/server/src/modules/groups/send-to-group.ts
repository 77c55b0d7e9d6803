import type { ContactCriteria, GroupMessage, GroupSendPreview } from '@frontdesk/contract/api'
import { BULK_MAX, GROUP_PREVIEW_MAX } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { matchingContacts } from '../contact-list/index.ts'
import { getGroupMessage, needsReviewLink, previewGroupMessage, startGroupMessage } from '../group-messages/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { accessGroup, type GroupRow } from './access.ts'
import { selectContacts, selectMembers } from './members.ts'

export interface Audience {
  groupId?: string | undefined
  contactIDs?: string[] | undefined
  criteria?: ContactCriteria | undefined
}

/** The contacts that a message is for: members of a group, chosen ones, or all that match. */
async function findAudience(
  tx: TenantTx,
  actor: Actor,
  { groupId, contactIDs, criteria = {} }: Audience,
  limit: number,
): Promise<{ group: GroupRow | null; contacts: RawBuilder<unknown> }> {
  const group = groupId === undefined ? null : await accessGroup(tx, actor, groupId)
  if (group) return { group, contacts: await selectMembers(tx, actor, group, limit) }
  const contacts = contactIDs
    ? await selectContacts(tx, actor, contactIDs)
    : await matchingContacts(tx, actor, criteria, limit)
  return { group: null, contacts }
}

export interface SendToManyRequest extends Audience {
  text: string
  isReviewInvite: boolean
  clientMessageId: string
}

/** Starts sending a message to a group or to selected contacts, with the members that the actor may see now. */
export async function sendToMany(tx: TenantTx, actor: Actor, request: SendToManyRequest): Promise<GroupMessage> {
  const { text, isReviewInvite, clientMessageId } = request
  if (isReviewInvite) await assertNotOnTrial(tx, actor, 'review-invite', tx.now())
  const { group, contacts } = await findAudience(tx, actor, request, BULK_MAX + 1)
  if (needsReviewLink(text) && !(await hasReviewLink(tx, group?.locationId ?? null)))
    throw new AppError('ReviewLinkMissing')
  const { id } = await startGroupMessage(tx, actor, {
    id: clientMessageId,
    kind: isReviewInvite ? 'review-invite' : group ? 'group' : 'bulk',
    group,
    locationId: group?.locationId ?? null,
    body: text,
    contacts,
  })
  return getGroupMessage(tx, actor, id)
}

/** Whether the location, or at least one of the business, has a review link. */
async function hasReviewLink(tx: TenantTx, locationId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('locations')
    .where('tenantId', '=', tx.tenantId)
    .where('googleReviewUrl', 'is not', null)
    .where(locationId === null ? sql<boolean>`true` : sql<boolean>`id = ${locationId}`)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts who would get the message. */
export async function previewToMany(
  tx: TenantTx,
  actor: Actor,
  { text, ...audience }: Audience & { text: string },
): Promise<GroupSendPreview> {
  const { group, contacts } = await findAudience(tx, actor, audience, GROUP_PREVIEW_MAX + 1)
  return previewGroupMessage(tx, actor, { contacts, locationId: group?.locationId ?? null, body: text })
}
