import type { ContactCriteria, GroupMessage, GroupSendPreview, StoredAudienceRule } from '@frontdesk/contract/api'
import { BULK_MAX, GROUP_BATCH, GROUP_PREVIEW_MAX, UNDO_SEND_SECONDS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readWithin } from '../../platform/database/time-limit.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import {
  AUDIENCE_READ_MS,
  getGroupMessage,
  needsReviewLink,
  previewGroupMessage,
  startGroupMessage,
} from '../group-messages/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { assertNotOnTrial } from '../subscription/index.ts'
import { accessGroup, type GroupRow } from './access.ts'
import { assertAtMost, type Page, selectContacts, selectMatching, selectMembers } from './audience.ts'
import { describeGroup } from './criteria.ts'
import { collectRecipientsSpec } from './job-specs.ts'

export interface Audience {
  groupId?: string | undefined
  contactIDs?: string[] | undefined
  criteria?: ContactCriteria | undefined
}

/** The contacts that a message is for: members of a group, chosen ones, or all that match. */
const selectAudience = async (
  tx: TenantTx,
  actor: Actor,
  group: GroupRow | null,
  { contactIDs, criteria = {} }: Audience,
  page: Page,
): Promise<RawBuilder<unknown>> =>
  group
    ? selectMembers(tx, actor, group, page)
    : contactIDs
      ? selectContacts(tx, actor, contactIDs)
      : selectMatching(tx, actor, criteria, page)

const describe = async (
  tx: TenantTx,
  group: GroupRow | null,
  { contactIDs, criteria = {} }: Audience,
): Promise<StoredAudienceRule> => {
  if (group) return describeGroup(tx, group)
  return contactIDs ? { kind: 'selected' } : { kind: 'filter', criteria }
}

const findGroup = async (tx: TenantTx, actor: Actor, { groupId }: Audience): Promise<GroupRow | null> =>
  groupId === undefined ? null : accessGroup(tx, actor, groupId)

export interface SendToAudienceRequest extends Audience {
  text: string
  attachmentIds: string[]
  isReviewInvite: boolean
  clientMessageId: string
  canUndo: boolean
}

/**
 * Starts sending a message to a group or to selected contacts, with the members that the actor may see now. A job
 * stores those beyond the first batch.
 */
export async function sendToAudience(
  tx: TenantTx,
  actor: Actor,
  request: SendToAudienceRequest,
): Promise<GroupMessage> {
  const { text, attachmentIds, isReviewInvite, clientMessageId, canUndo, criteria = {} } = request
  if (isReviewInvite) await assertNotOnTrial(tx, actor, 'review-invite', tx.now())
  const group = await findGroup(tx, actor, request)
  if (needsReviewLink(text) && !(await hasReviewLink(tx, group?.locationId ?? null)))
    throw new AppError('ReviewLinkMissing')
  await assertNeedsNoApproval(tx, await selectAudience(tx, actor, group, request, { limit: BULK_MAX + 1 }))
  const { row, after } = await startGroupMessage(tx, actor, {
    id: clientMessageId,
    kind: isReviewInvite ? 'review-invite' : group ? 'group' : 'bulk',
    group,
    locationId: group?.locationId ?? null,
    body: text,
    attachmentIds,
    audience: { rules: [await describe(tx, group, request)], excludesOpenConversations: false },
    startsAt: canUndo ? shift(tx.now(), UNDO_SEND_SECONDS * 1000) : null,
    contacts: await selectAudience(tx, actor, group, request, { after: null, limit: GROUP_BATCH }),
    batch: GROUP_BATCH,
  })
  if (after !== null) {
    await assertAtMost(tx, await selectAudience(tx, actor, group, request, { limit: BULK_MAX + 1 }), BULK_MAX)
    const audience = { groupId: group?.id ?? null, criteria }
    await enqueue(tx, collectRecipientsSpec({ tenantId: tx.tenantId, groupMessageId: row.id, ...audience, after }))
  }
  return getGroupMessage(tx, actor, row.id)
}

/** Above the approval limit, a message has to be sent as a campaign, which a second person approves. */
async function assertNeedsNoApproval(tx: TenantTx, contacts: RawBuilder<unknown>): Promise<void> {
  const { approvalAbove } = await readSendingSettings(tx)
  if (approvalAbove === null) return
  const { n } = await tx
    .selectFrom(sql<object>`(select w.id from (${contacts}) w limit ${approvalAbove + 1})`.as('w'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  if (n > approvalAbove) throw new AppError('ApprovalRequired', { approvalAbove })
}

/** Whether the location, or at least one of the business, has a review link. */
export async function hasReviewLink(tx: TenantTx, locationId: string | null): Promise<boolean> {
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
export async function previewRecipients(
  tx: TenantTx,
  actor: Actor,
  { text, ...audience }: Audience & { text: string },
): Promise<GroupSendPreview> {
  const group = await findGroup(tx, actor, audience)
  const preview = await readWithin(tx, AUDIENCE_READ_MS, async () => {
    const contacts = await selectAudience(tx, actor, group, audience, { limit: GROUP_PREVIEW_MAX + 1 })
    return previewGroupMessage(tx, actor, { contacts, locationId: group?.locationId ?? null, body: text })
  })
  if (preview === null) throw new AppError('AudienceTooSlow')
  return preview
}
