import { toE164, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { startConversation } from '../conversations/index.ts'
import { findFilesOfCampaigns } from '../files/index.ts'
import { isTrackable, needsReviewLink } from '../group-messages/index.ts'
import { hasReviewLink } from '../groups/index.ts'
import { accessTargetConversation, renderFor, type SendDeps, sendMessage } from '../messages/index.ts'
import { checkSend } from '../messaging/index.ts'
import { isTrackedForm, shortLinkBase, trackLinks } from '../short-links/index.ts'
import { findMessages } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'
import { accessCampaign } from './access.ts'

interface TestRequest {
  id: string
  /** 0: the first text; others follow. */
  step: number
  /** Version of the text; only the first text has several. */
  variant: number
  phone: string
  clientMessageId: string
}

/**
 * Sends a text of a campaign to one number, the first one with its files, as a message of the actor, from the number
 * that would send the campaign.
 */
export async function sendTest(
  deps: SendDeps & Needs<'publicUrl'>,
  tx: TenantTx,
  actor: Actor,
  { id, step, variant, phone, clientMessageId }: TestRequest,
): Promise<{ conversationSid: string }> {
  const { body, variants, followUps, locationId } = await accessCampaign(tx, actor, id)
  const versions = step === 0 ? [body, ...variants] : [followUps[step - 1]?.text]
  const text = versions[variant]?.trim()
  const files = step === 0 ? await findFilesOfCampaigns(tx, [id]) : []
  if (text === undefined || (text === '' && files.length === 0)) throw new AppError('MessageEmpty')
  if (needsReviewLink(text) && !(await hasReviewLink(tx, locationId))) throw new AppError('ReviewLinkMissing')
  const tenantPhoneNumber = await findSender(deps, tx, actor, { locationId, contactPhone: toE164(phone) })
  const conversation = await startConversation(deps, tx, actor, {
    tenantPhoneNumber,
    contactPhoneNumber: phone,
    contactName: '',
    assigneeId: null,
  })
  const { contactName, contactPhone } = conversation
  await assertMayGetMarketing(tx, { contactPhone, tenantPhone: conversation.tenantPhone })
  const rendered = await renderFor(tx, { contactName, contactPhone, locationId: conversation.locationId }, text)
  await sendMessage(deps, tx, actor, {
    conversationId: conversation.id,
    text: await shortenLinks(deps, tx, actor, { conversation, text: rendered.trimEnd(), messageId: clientMessageId }),
    attachmentIds: [],
    sharedFiles: files,
    clientMessageId,
  })
  return { conversationSid: toSid('CH', conversation.id) }
}

interface TextOfTest {
  conversation: { id: string; contactName: string }
  text: string
  messageId: string
}

/** The text with its links shortened as for recipients. A repeated request gets the text of its message. */
async function shortenLinks(
  deps: Needs<'publicUrl'>,
  tx: TenantTx,
  actor: Actor,
  { conversation, text, messageId }: TextOfTest,
): Promise<string> {
  const base = await shortLinkBase(deps, tx)
  if (!isTrackable(base, { body: text, contactName: conversation.contactName })) return text
  // Lock the conversation, so that it is not deleted or merged before the links refer to it, and so that of two requests
  // at once the second one finds the message of the first.
  const target = await accessTargetConversation(tx, actor, { conversationId: conversation.id })
  const [existing] = await findMessages(tx, [messageId])
  if (existing && isTrackedForm(existing.body, text, base)) return existing.body
  const link = { conversationId: target.conversation.id, messageId, groupMessageId: null, createdBy: actor.userId }
  const [tracked = text] = await trackLinks(tx, base, [{ ...link, text }])
  return tracked
}

/**
 * A test is a marketing text too, and takes recorded consent: teammates have no number on record, so whose number it is
 * cannot be checked. They text START from their own.
 */
async function assertMayGetMarketing(
  tx: TenantTx,
  { contactPhone, tenantPhone }: { contactPhone: string; tenantPhone: string },
): Promise<void> {
  const request = { contactPhone, tenantPhone, purpose: 'conversation', isMarketing: true, isAutomated: false } as const
  const decision = await checkSend(tx, { ...request, at: tx.now() }, true)
  if (decision.verdict !== 'refuse') return
  const { reasons } = decision
  if (reasons.every((reason) => reason === 'no-consent')) throw new AppError('TestConsentMissing')
  throw new AppError('SendRefused', { reasons })
}

/**
 * The number that sends the test, in the order of the campaign: the one last used in a conversation that the actor sees,
 * one at the contact’s location, or one that can send. For a number without a contact, otherwise our first.
 */
async function findSender(
  { sharedAccount }: SendDeps,
  tx: TenantTx,
  actor: Actor,
  { locationId, contactPhone }: { locationId: string | null; contactPhone: string | null },
): Promise<string> {
  const numbers = tx
    .selectFrom('phoneNumbers as p')
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).on('r.phone', '=', contactPhone))
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('p.tenantId', '=', tx.tenantId)
    .orderBy(
      ({ selectFrom }) =>
        selectFrom('conversations as c')
          .where('c.tenantId', '=', tx.tenantId)
          .where('c.contactPhone', '=', contactPhone)
          .whereRef('c.tenantPhone', '=', 'p.phoneNumber')
          .where(isVisible(actor, 'c'))
          .select(sql`max(c.sorted_at)`.as('usedAt')),
      (order) => order.desc().nullsLast(),
    )
    .orderBy(sql`p.location_id = t.location_id`, 'desc')
    .orderBy(sql`p.messaging_account_id is not null or ${sharedAccount() !== null}`, 'desc')
    .orderBy(sql`hashtextextended(t.id::text || p.id::text, 2)`)
    .orderBy('p.createdAt')
    .orderBy('p.id')
    .limit(1)
    .select('p.phoneNumber')
  const locationIds = locationId === null ? actor.locationIds : [locationId]
  const number = await (locationIds === null
    ? numbers
    : numbers.where('p.locationId', 'in', [...locationIds])
  ).executeTakeFirst()
  if (!number) throw new AppError('PhoneNumberNotFound')
  return number.phoneNumber
}
