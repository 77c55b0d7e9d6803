import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { startConversation } from '../conversations/index.ts'
import { findFilesOfCampaigns } from '../files/index.ts'
import { needsReviewLink } from '../group-messages/index.ts'
import { hasReviewLink } from '../groups/index.ts'
import { renderFor, type SendDeps, sendMessage } from '../messages/index.ts'
import { checkSend } from '../messaging/index.ts'
import { accessCampaign } from './access.ts'

interface TestRequest {
  id: string
  variant: number
  phone: string
  clientMessageId: string
}

/**
 * Sends a text of a campaign with its files to one number, as a message of the actor, from the number that would send
 * the campaign.
 */
export async function sendTest(
  deps: SendDeps,
  tx: TenantTx,
  actor: Actor,
  { id, variant, phone, clientMessageId }: TestRequest,
): Promise<{ conversationSid: string }> {
  const { body, variants, locationId } = await accessCampaign(tx, actor, id)
  const text = [body, ...variants][variant]?.trim()
  const files = await findFilesOfCampaigns(tx, [id])
  if (text === undefined || (text === '' && files.length === 0)) throw new AppError('MessageEmpty')
  if (needsReviewLink(text) && !(await hasReviewLink(tx, locationId))) throw new AppError('ReviewLinkMissing')
  const tenantPhoneNumber = await findSender(tx, actor, locationId)
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
    text: rendered,
    attachmentIds: [],
    sharedFiles: files,
    clientMessageId,
  })
  return { conversationSid: toSid('CH', conversation.id) }
}

/**
 * A test is a marketing text too: people who opted out, or may have, with any of their numbers don't get it. It takes no
 * recorded consent, because the number is the caller's own.
 */
async function assertMayGetMarketing(
  tx: TenantTx,
  { contactPhone, tenantPhone }: { contactPhone: string; tenantPhone: string },
): Promise<void> {
  const request = { contactPhone, tenantPhone, purpose: 'conversation', isMarketing: true, isAutomated: false } as const
  const decision = await checkSend(tx, { ...request, at: tx.now() }, true)
  const reasons = decision.verdict === 'refuse' ? decision.reasons.filter((reason) => reason !== 'no-consent') : []
  if (reasons.length > 0) throw new AppError('SendRefused', { reasons })
}

async function findSender(tx: TenantTx, actor: Actor, locationId: string | null): Promise<string> {
  const numbers = tx
    .selectFrom('phoneNumbers')
    .where('tenantId', '=', tx.tenantId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .select('phoneNumber')
  const locationIds = locationId === null ? actor.locationIds : [locationId]
  const number = await (locationIds === null
    ? numbers
    : numbers.where('locationId', 'in', [...locationIds])
  ).executeTakeFirst()
  if (!number) throw new AppError('PhoneNumberNotFound')
  return number.phoneNumber
}
