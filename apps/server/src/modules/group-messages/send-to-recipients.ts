import {
  CAMPAIGNS_FOLDER,
  countSegments,
  DEFAULT_FOLDER,
  MESSAGE_TEXT_MAX,
  type SkipReason,
  splitTemplate,
} from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { startChange } from '../changes/index.ts'
import { type ConversationRow, openConversations } from '../conversations/index.ts'
import { renderText, writeMessages } from '../messages/index.ts'
import { checkSendsFrom, type SendDecision } from '../messaging/index.ts'
import { previewLinks, trackLinks } from '../short-links/index.ts'
import type { BatchContext, BatchRecipient } from './batch-context.ts'
import type { BrandAllowance } from './brand-limits.ts'
import type { GroupMessageDeps } from './deps.ts'
import type { RecipientResult } from './rows.ts'
import { type NumberAllowance, timeFor } from './send-budget.ts'

/** How long a follow-up waits for the outcome of the text before it, such as while the carrier is down. */
const EARLIER_OPEN_MS = 10 * 60_000

const skipped = (reason: SkipReason): RecipientResult => ({ state: 'skipped', reason })

/** A recipient with a contact and a number to send from, and the text they get. */
interface Candidate {
  recipientId: string
  contact: NonNullable<BatchRecipient['contact']>
  sender: NonNullable<BatchRecipient['sender']>
  held: BatchRecipient['held']
  variant: number
}

/**
 * Segments that may be sent now: in total, and from each number and brand with a limit. Mutated as texts are allotted.
 */
export interface SendRoom {
  left: number
  /** How many texts may be sent. */
  max: number
  brands: ReadonlyMap<string, BrandAllowance>
  /** Contacts’ numbers on networks other than T-Mobile, which the limits of brands do not count. */
  otherNetworks: ReadonlySet<string>
  numbers: Map<string, NumberAllowance>
  hasOtherNumbers: boolean
}

/** `carrierSegments` is what T-Mobile counts: an MMS is one. */
type Text = Allowed & { segments: number; carrierSegments: number }

type Allowed = Candidate & { decision: Extract<SendDecision, { verdict: 'send' }>; body: string }

/**
 * Writes a group message into the conversations of a batch of recipients, unless the send gate or the author's rights
 * say no. Consent is read here, for each recipient; everything that is the same for the batch comes with `context`.
 * Recipients beyond the current budget have no result: they wait until the carriers accept more. If only their number
 * is at its limit, they are held, so that others go first.
 */
export async function sendToRecipients(
  deps: GroupMessageDeps,
  tx: TenantTx,
  context: BatchContext,
  recipients: readonly BatchRecipient[],
  room: SendRoom,
): Promise<Map<string, RecipientResult>> {
  const at = deps.now()
  const results = new Map<string, RecipientResult>()
  const candidates = recipients.flatMap((recipient) => {
    const candidate = examine(recipient, at)
    if (!('state' in candidate)) return [candidate]
    results.set(recipient.recipientId, candidate)
    return []
  })
  // All reasons come before the conversation, so that none is started with someone who gets no text.
  const decisions = await checkSendsFrom(
    tx,
    candidates.map((candidate) => toGateRequest(context, candidate)),
    at,
  )
  const texts: Text[] = []
  for (const [index, candidate] of candidates.entries()) {
    const outcome = decide(context, candidate, decisions[index])
    if ('state' in outcome) {
      results.set(candidate.recipientId, outcome)
      continue
    }
    const segments = segmentsOf(context, outcome)
    texts.push({ ...outcome, segments, carrierSegments: context.files.length > 0 ? 1 : Math.max(1, segments) })
  }
  const { allowed, held } = allot(texts, room, at)
  for (const [recipientId, result] of held) results.set(recipientId, result)
  for (const [recipientId, result] of await write(deps, tx, context, allowed)) results.set(recipientId, result)
  return results
}

/**
 * Chooses the texts that may be sent now, in order. A text whose number is at its limit is held until that number’s
 * next free slot. If the business has no other number, it stays pending. A text whose brand is at its limit is held
 * until the next day.
 */
function allot(
  texts: readonly Text[],
  { left, max, numbers, brands, otherNetworks, hasOtherNumbers }: SendRoom,
  at: string,
): { allowed: Text[]; held: Map<string, RecipientResult> } {
  const held = new Map<string, RecipientResult>()
  const allowed: Text[] = []
  let total = 0
  for (const text of texts) {
    if (total >= left || allowed.length >= max) break
    const brand = otherNetworks.has(text.contact.phone) ? undefined : brands.get(text.sender.tenantPhone)
    if (brand && brand.spent + text.carrierSegments > brand.left) {
      held.set(text.recipientId, { state: 'held', until: brand.until, reason: 'brand-limit' })
      continue
    }
    const number = numbers.get(text.sender.tenantPhone)
    const isTheirTurn =
      text.held?.reason === 'number-limit' || !number?.reservedUntil || !isAfter(number.reservedUntil, at)
    if (number === undefined || (number.spent < number.left && isTheirTurn)) {
      allowed.push(text)
      total += text.segments
      if (number) number.spent += text.segments
      if (brand) brand.spent += text.carrierSegments
    } else if (hasOtherNumbers) {
      const { reservedUntil, from, rate } = number
      const until = shift(
        reservedUntil !== null && isAfter(reservedUntil, from) ? reservedUntil : from,
        timeFor(text.segments, rate),
      )
      number.reservedUntil = until
      held.set(text.recipientId, { state: 'held', until, reason: 'number-limit' })
    }
  }
  return { allowed, held }
}

/** Decides from data read with the recipient. */
function examine(
  { recipientId, contact, isDuplicate, hasReplied, sequenceStop, variant, held, sender }: BatchRecipient,
  at: string,
): Candidate | RecipientResult {
  if (!contact) return skipped('contact-deleted')
  if (isDuplicate) return skipped('merged')
  if (!contact.isVisible) return skipped('no-access')
  if (hasReplied) return skipped('replied')
  if (sequenceStop === 'earlier-open') return { state: 'held', until: shift(at, EARLIER_OPEN_MS), reason: 'scheduled' }
  if (sequenceStop !== null) return skipped(sequenceStop)
  return sender ? { recipientId, contact, sender, held, variant } : skipped('no-number')
}

function toGateRequest({ senders }: BatchContext, { contact, sender: { tenantPhone } }: Candidate) {
  const rules = senders.get(tenantPhone)
  if (!rules) throw new Error('The batch context lacks one of its numbers.')
  return { contactPhone: contact.phone, tenantPhone, purpose: 'automatic', isMarketing: true, rules } as const
}

/** Decides by the send gate and the text. */
function decide(
  context: BatchContext,
  candidate: Candidate,
  decision: SendDecision | undefined,
): Allowed | RecipientResult {
  const { message, businessName, files, locations } = context
  const { contact, sender, variant } = candidate
  const location = locations.get(sender.locationId)
  if (!decision || !location) throw new Error('The batch context lacks one of its recipients or locations.')
  if (decision.verdict === 'refuse') return skipped(decision.reasons[0] ?? 'no-sending-account')
  if (decision.verdict === 'hold') {
    const { until, reasons, holiday } = decision
    return { state: 'held', until, reason: reasons[0], holiday }
  }
  const text = variant === 0 ? message.body : (message.variants[variant - 1] ?? message.body)
  if (needsReviewLink(text) && !location.googleReviewUrl) return skipped('no-review-link')
  const subject = { contactName: contact.name, contactPhone: contact.phone }
  const body = renderText(subject, { name: businessName, location }, text).trimEnd()
  if (body === '' && files.length === 0) return skipped('empty')
  if (body.length > MESSAGE_TEXT_MAX) return skipped('too-long')
  return { ...candidate, decision, body }
}

/**
 * Short links leave a text as it is where it would become too long, and where the name of the contact has an address:
 * people choose their names themselves, such as when they book, and would get a redirect to it under the domain of the
 * business.
 */
export const isTrackable = (linkBase: string, { body, contactName }: { body: string; contactName: string }): boolean =>
  !contactName.includes('://') && previewLinks(body, linkBase).length <= MESSAGE_TEXT_MAX

const segmentsOf = ({ linkBase }: BatchContext, { body, contact }: Pick<Allowed, 'body' | 'contact'>): number =>
  countSegments(
    linkBase !== null && isTrackable(linkBase, { body, contactName: contact.name })
      ? previewLinks(body, linkBase)
      : body,
  ).segments

/** Writes the texts, each into the conversation with its recipient, which is started if there is none. */
async function write(
  deps: GroupMessageDeps,
  tx: TenantTx,
  context: BatchContext,
  allowed: readonly Allowed[],
): Promise<Map<string, RecipientResult>> {
  const { message, author, files, folder } = context
  const opened = await openConversations(
    deps,
    tx,
    author,
    allowed.map((each) => toThread(context, each)),
  )
  const results = new Map<string, RecipientResult>()
  const texts = allowed.flatMap((each, index) => {
    const result = opened[index]
    if (result && 'conversation' in result) return [{ ...each, messageId: newId(), conversation: result.conversation }]
    results.set(each.recipientId, skipped(toSkipReason(result?.refusal)))
    return []
  })
  if (texts.length === 0) return results
  const conversationIds = texts.map(({ conversation }) => conversation.id)
  await folder?.apply(startChange(deps, tx, { by: author }), conversationIds)
  const bodies = await trackLinksOf(tx, context, texts)
  await writeMessages(
    deps,
    tx,
    texts.map(({ conversation, contact, sender, messageId, body, decision, held }) => ({
      conversation,
      viaId: viaOf(conversation, { contactPhone: contact.phone, tenantPhone: sender.tenantPhone }),
      id: messageId,
      body: bodies.get(messageId) ?? body,
      files,
      isSharingFiles: true,
      author,
      keepsDraft: true,
      purpose: 'automatic',
      isMarketing: true,
      isBatched: true,
      isReviewInvite: message.kind === 'review-invite',
      origin: { gate: decision.basis, ...(held && { held }) },
    })),
  )
  for (const { recipientId, conversation, messageId, body } of texts) {
    const { segments } = countSegments(bodies.get(messageId) ?? body)
    results.set(recipientId, { state: 'sent', messageId, conversationId: conversation.id, segments })
  }
  return results
}

const toThread = ({ message, campaignFolders }: BatchContext, { contact, sender }: Allowed) => {
  const { tenantPhone, phoneNumberId, locationId, conversationId } = sender
  return {
    ...{ contactId: contact.id, contactPhone: contact.phone, tenantPhone, phoneNumberId, locationId, conversationId },
    ...(message.kind === 'campaign' && {
      folder: campaignFolders.has(locationId) ? CAMPAIGNS_FOLDER : DEFAULT_FOLDER,
      isClosed: true,
    }),
  }
}

/** The texts with their links replaced by ones whose clicks count, by message. */
async function trackLinksOf(
  tx: TenantTx,
  context: BatchContext,
  texts: readonly (Pick<Allowed, 'body' | 'contact'> & { messageId: string; conversation: { id: string } })[],
): Promise<Map<string, string>> {
  const { linkBase, author, message } = context
  if (linkBase === null) return new Map()
  const trackable = texts.filter(({ body, contact }) => isTrackable(linkBase, { body, contactName: contact.name }))
  const tracked = await trackLinks(
    tx,
    linkBase,
    trackable.map(({ messageId, conversation, body }) => ({
      text: body,
      conversationId: conversation.id,
      messageId,
      groupMessageId: message.id,
      createdBy: author.userId,
    })),
  )
  return new Map(trackable.map(({ messageId, body }, index) => [messageId, tracked[index] ?? body]))
}

export const needsReviewLink = (body: string): boolean =>
  splitTemplate(body).some((part) => typeof part === 'object' && part.variable === 'google_review')

/** Errors of starting a conversation that skip the recipient; others fail the batch. */
const SKIP_REASON_BY_ERROR: Partial<Record<string, SkipReason>> = {
  PhoneNumberInexistent: 'invalid-number',
  PhoneNumberInvalid: 'invalid-number',
  PhoneNumberLandline: 'landline',
}

function toSkipReason(refusal: AppError | 'no-access' | undefined): SkipReason {
  if (!(refusal instanceof AppError)) return 'no-access'
  const reason = SKIP_REASON_BY_ERROR[refusal.code]
  if (!reason) throw refusal
  return reason
}

/** The merged conversation whose number pair this is; null for the conversation's own. */
const viaOf = (conversation: ConversationRow, pair: { contactPhone: string; tenantPhone: string }): string | null =>
  conversation.contactPhone === pair.contactPhone && conversation.tenantPhone === pair.tenantPhone
    ? null
    : (conversation.merged?.find(
        ({ contactPhone, tenantPhone }) => contactPhone === pair.contactPhone && tenantPhone === pair.tenantPhone,
      )?.id ?? null)
