import { MESSAGE_TEXT_MAX, REVIEW_INVITE_FOLDER, type SkipReason, splitTemplate } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../accounts/index.ts'
import { startChange } from '../changes/index.ts'
import { type ConversationRow, findConversation, startConversation } from '../conversations/index.ts'
import { folderChange } from '../folders/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { evaluateSendGate, renderFor, type SendDeps, writeMessage } from '../messages/index.ts'
import { isContactVisible, isVisible } from '../visibility/index.ts'
import type { GroupMessageRow, RecipientResult } from './rows.ts'

interface Recipient {
  row: GroupMessageRow
  author: Person
  contactId: string
}

const skipped = (reason: SkipReason): RecipientResult => ({ state: 'skipped', reason })

/** Writes a group message into the conversation of one recipient, unless the send gate or the author's rights say no. */
export async function sendToRecipient(
  deps: SendDeps,
  tx: TenantTx,
  { row, author, contactId }: Recipient,
): Promise<RecipientResult> {
  const contact = await tx
    .selectFrom('contacts as r')
    .innerJoin('contacts as t', (join) =>
      join.on('t.tenantId', '=', tx.tenantId).on(sql<boolean>`t.id = coalesce(r.main_id, r.id)`),
    )
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', contactId)
    .select(['t.id', 't.phone', 't.name', 't.locationId', isContactVisible(tx, author).as('isVisible')])
    .executeTakeFirst()
  if (!contact) return skipped('contact-deleted')
  if (await isDuplicateRecipient(tx, row.id, { contactId, mainId: contact.id })) return skipped('merged')
  if (!contact.isVisible) return skipped('no-access')
  const number = await chooseNumber(tx, author, contact, row.locationId)
  if (!number) return skipped('no-number')
  const { tenantPhone, locationId } = number
  const contactPhone = contact.phone
  // All reasons come before the conversation, so that none is started with someone who gets no text.
  const { decision } = await evaluateSendGate(deps, tx, {
    contactPhone,
    tenantPhone,
    purpose: 'automatic',
    isMarketing: true,
  })
  if (decision.verdict === 'refuse') return skipped(decision.reasons[0] ?? 'no-sending-account')
  if (await hasOptedOutElsewhere(tx, contact)) return skipped('opted-out')
  if (decision.verdict === 'hold') return { state: 'held', until: decision.until }
  if (needsReviewLink(row.body) && !(await findLocationRow(tx, locationId)).googleReviewUrl)
    return skipped('no-review-link')
  const body = (await renderFor(tx, { contactName: contact.name, contactPhone, locationId }, row.body)).trimEnd()
  if (body === '') return skipped('empty')
  if (body.length > MESSAGE_TEXT_MAX) return skipped('too-long')

  const isReviewInvite = row.kind === 'review-invite'
  // Folders are locked before conversations.
  const folder = isReviewInvite ? await folderChange.prepare(tx, REVIEW_INVITE_CHANGE) : null
  const conversation = await openConversation(deps, tx, author, { contactPhone, tenantPhone })
  if (typeof conversation === 'string') return skipped(conversation)
  await folder?.apply(startChange(deps, tx, { by: author }), [conversation.id])
  const messageId = newId()
  await writeMessage(deps, tx, {
    conversation,
    viaId: viaOf(conversation, { contactPhone, tenantPhone }),
    id: messageId,
    body,
    files: [],
    author,
    keepsDraft: true,
    purpose: 'automatic',
    isMarketing: true,
    isReviewInvite,
  })
  return { state: 'sent', messageId, conversationId: conversation.id }
}

/** Moves conversations into the folder of review invites, where their location has one. */
const REVIEW_INVITE_CHANGE = { folderKey: REVIEW_INVITE_FOLDER, toUserId: null, statusKey: null, value: null }

/**
 * Whether another recipient who is the same contact since a merge got the message already, or gets it instead: the main
 * row does, or else the first row.
 */
async function isDuplicateRecipient(
  tx: TenantTx,
  groupMessageId: string,
  { contactId, mainId }: { contactId: string; mainId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from group_recipients o
    where o.tenant_id = ${tx.tenantId} and o.group_message_id = ${groupMessageId} and o.contact_id in (
      select x.id from contacts x where x.tenant_id = ${tx.tenantId} and (x.id = ${mainId} or x.main_id = ${mainId})
    ) and o.contact_id <> ${contactId} and (
      o.state = 'sent' or ${contactId} <> ${mainId} and (o.contact_id = ${mainId} or o.contact_id < ${contactId})
    )
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the contact has opted out with another of their numbers: it is the person who wants no messages to many. */
async function hasOptedOutElsewhere(tx: TenantTx, { id, phone }: { id: string; phone: string }): Promise<boolean> {
  const { rows } = await sql`
    select from contacts x join opt_outs o on o.tenant_id = ${tx.tenantId} and o.contact_phone = x.phone
    where x.tenant_id = ${tx.tenantId} and (x.id = ${id} or x.main_id = ${id}) and x.phone <> ${phone}
      and (o.is_opted_out or o.is_marketing_opted_out)
    limit 1`.execute(tx)
  return rows.length > 0
}

export const needsReviewLink = (body: string): boolean =>
  splitTemplate(body).some((part) => typeof part === 'object' && part.variable === 'google_review')

/**
 * The number to send from: at the location of the message, otherwise at any of the author's locations. The one last used
 * with the contact, otherwise one of the contact's location. With the location that the conversation has, or will have.
 */
async function chooseNumber(
  tx: TenantTx,
  author: Person,
  contact: { phone: string; locationId: string },
  locationId: string | null,
): Promise<{ tenantPhone: string; locationId: string } | undefined> {
  const numbers = tx
    .selectFrom('phoneNumbers as p')
    .leftJoin('conversations as c', (join) =>
      join
        .on('c.tenantId', '=', tx.tenantId)
        .on('c.contactPhone', '=', contact.phone)
        .onRef('c.tenantPhone', '=', 'p.phoneNumber')
        .on(isVisible(author, 'c')),
    )
    .where('p.tenantId', '=', tx.tenantId)
    .where(
      author.locationIds === null
        ? sql<boolean>`true`
        : sql<boolean>`p.location_id = any(${[...author.locationIds]}::uuid[])`,
    )
  return (locationId === null ? numbers : numbers.where('p.locationId', '=', locationId))
    .orderBy('c.sortedAt', (order) => order.desc().nullsLast())
    .orderBy(sql`p.location_id = ${contact.locationId}`, 'desc')
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(1)
    .select(({ fn }) => ['p.phoneNumber as tenantPhone', fn.coalesce('c.locationId', 'p.locationId').as('locationId')])
    .executeTakeFirst()
}

/** Errors of starting a conversation that skip the recipient; others fail the batch. */
const SKIP_REASON_BY_ERROR: Partial<Record<string, SkipReason>> = {
  PhoneNumberInexistent: 'invalid-number',
  PhoneNumberInvalid: 'invalid-number',
  PhoneNumberLandline: 'landline',
  PhoneNumberNotFound: 'no-number',
  LocationNotFound: 'no-access',
  ConversationNotFound: 'no-access',
}

/** Finds or starts the conversation of a number pair and locks it; a reason if the author may not write there. */
async function openConversation(
  deps: SendDeps,
  tx: TenantTx,
  author: Person,
  { contactPhone, tenantPhone }: { contactPhone: string; tenantPhone: string },
): Promise<ConversationRow | SkipReason> {
  try {
    const { id } = await startConversation(deps, tx, author, {
      contactName: '',
      contactPhoneNumber: contactPhone,
      tenantPhoneNumber: tenantPhone,
      assigneeId: null,
    })
    return (await findConversation(tx, author, id, 'change')) ?? 'no-access'
  } catch (error) {
    const reason = error instanceof AppError ? SKIP_REASON_BY_ERROR[error.code] : undefined
    if (reason) return reason
    throw error
  }
}

/** The merged conversation whose number pair this is; null for the conversation's own. */
const viaOf = (conversation: ConversationRow, pair: { contactPhone: string; tenantPhone: string }): string | null =>
  conversation.contactPhone === pair.contactPhone && conversation.tenantPhone === pair.tenantPhone
    ? null
    : (conversation.merged?.find(
        ({ contactPhone, tenantPhone }) => contactPhone === pair.contactPhone && tenantPhone === pair.tenantPhone,
      )?.id ?? null)
