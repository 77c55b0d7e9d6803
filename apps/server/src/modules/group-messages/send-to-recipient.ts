import {
  CAMPAIGNS_FOLDER,
  countSegments,
  DEFAULT_FOLDER,
  MESSAGE_TEXT_MAX,
  type SkipReason,
  splitTemplate,
} from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../accounts/index.ts'
import { startChange } from '../changes/index.ts'
import { type ConversationRow, type KnownThread, openConversation } from '../conversations/index.ts'
import { renderText, writeMessage } from '../messages/index.ts'
import { checkSendsFrom } from '../messaging/index.ts'
import { trackLinks } from '../short-links/index.ts'
import type { BatchFacts, BatchRecipient } from './batch-facts.ts'
import type { GroupMessageDeps } from './deps.ts'
import type { RecipientResult } from './rows.ts'

/** How long a follow-up waits for the outcome of the text before it, such as while the carrier is down. */
const EARLIER_OPEN_MS = 10 * 60_000

const skipped = (reason: SkipReason): RecipientResult => ({ state: 'skipped', reason })

/**
 * Writes a message to many into the conversation of one recipient, unless the send gate or the author's rights say no.
 * Consent is read here, for each recipient; everything that is the same for the batch comes with `facts`.
 */
export async function sendToRecipient(
  deps: GroupMessageDeps,
  tx: TenantTx,
  facts: BatchFacts,
  { contact, isDuplicate, hasReplied, sequenceStop, variant, held, sender }: BatchRecipient,
): Promise<RecipientResult> {
  const { message, author, files, businessName, locations, senders, folder, campaignFolders, linkBase } = facts
  if (!contact) return skipped('contact-deleted')
  if (isDuplicate) return skipped('merged')
  if (!contact.isVisible) return skipped('no-access')
  if (hasReplied) return skipped('replied')
  if (sequenceStop === 'earlier-open')
    return { state: 'held', until: shift(deps.now(), EARLIER_OPEN_MS), reason: 'scheduled' }
  if (sequenceStop !== null) return skipped(sequenceStop)
  if (!sender) return skipped('no-number')
  const { tenantPhone, phoneNumberId, locationId, conversationId } = sender
  const [rules, location] = [senders.get(tenantPhone), locations.get(locationId)]
  if (!rules || !location) throw new Error('The facts of a batch lack one of its numbers or locations.')
  const contactPhone = contact.phone
  // All reasons come before the conversation, so that none is started with someone who gets no text.
  const gateRequest = { contactPhone, tenantPhone, purpose: 'automatic', isMarketing: true, rules } as const
  const [decision] = await checkSendsFrom(tx, [gateRequest], deps.now())
  if (!decision) throw new Error('The send gate made no decision.')
  if (decision.verdict === 'refuse') return skipped(decision.reasons[0] ?? 'no-sending-account')
  if (decision.verdict === 'hold') return { state: 'held', until: decision.until, reason: decision.reasons[0] }
  const text = variant === 0 ? message.body : (message.variants[variant - 1] ?? message.body)
  if (needsReviewLink(text) && !location.googleReviewUrl) return skipped('no-review-link')
  const subject = { contactName: contact.name, contactPhone }
  const body = renderText(subject, { name: businessName, location }, text).trimEnd()
  if (body === '' && files.length === 0) return skipped('empty')
  if (body.length > MESSAGE_TEXT_MAX) return skipped('too-long')

  const thread = {
    ...{ contactId: contact.id, contactPhone, tenantPhone, phoneNumberId, locationId, conversationId },
    ...(message.kind === 'campaign' && {
      folder: campaignFolders.has(locationId) ? CAMPAIGNS_FOLDER : DEFAULT_FOLDER,
      isClosed: true,
    }),
  }
  const conversation = await openOrSkip(deps, tx, author, thread)
  if (typeof conversation === 'string') return skipped(conversation)
  await folder?.apply(startChange(deps, tx, { by: author }), [conversation.id])
  const messageId = newId()
  const link = { conversationId: conversation.id, messageId, createdBy: author.userId }
  const withLinks = linkBase === null ? body : await trackLinks(tx, body, { ...link, base: linkBase })
  const tracked = withLinks.length > MESSAGE_TEXT_MAX ? body : withLinks
  await writeMessage(deps, tx, {
    conversation,
    viaId: viaOf(conversation, { contactPhone, tenantPhone }),
    id: messageId,
    body: tracked,
    files,
    isSharingFiles: true,
    author,
    keepsDraft: true,
    purpose: 'automatic',
    isMarketing: true,
    isBatched: true,
    isReviewInvite: message.kind === 'review-invite',
    origin: { gate: decision.basis, ...(held && { held }) },
  })
  return { state: 'sent', messageId, conversationId: conversation.id, segments: countSegments(tracked).segments }
}

export const needsReviewLink = (body: string): boolean =>
  splitTemplate(body).some((part) => typeof part === 'object' && part.variable === 'google_review')

/** Errors of starting a conversation that skip the recipient; others fail the batch. */
const SKIP_REASON_BY_ERROR: Partial<Record<string, SkipReason>> = {
  PhoneNumberInexistent: 'invalid-number',
  PhoneNumberInvalid: 'invalid-number',
  PhoneNumberLandline: 'landline',
}

/** Finds or starts the conversation with a recipient and locks it; a reason if the author may not write there. */
async function openOrSkip(
  deps: GroupMessageDeps,
  tx: TenantTx,
  author: Person,
  thread: KnownThread,
): Promise<ConversationRow | SkipReason> {
  try {
    return (await openConversation(deps, tx, author, thread)) ?? 'no-access'
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
