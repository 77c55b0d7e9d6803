import { OPT_IN_YES_WORDS } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../../platform/clock.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import { findLocationRow } from '../../locations/index.ts'
import { readMarketingSettings } from '../../marketing-settings/index.ts'
import {
  addPendingSubscriber,
  isBlocked,
  isMarketingOptedOut,
  isOptedOut,
  recordConsent,
} from '../../messaging/index.ts'
import { findOptInKeyword } from '../../opt-in-keywords/index.ts'
import { findPhoneNumber } from '../../phone-numbers/index.ts'
import { findBusinessName, renderText } from '../outbound/render-text.ts'

interface Pair {
  contactPhone: string
  tenantPhone: string
}

interface OptInText {
  /** The only word of the text. */
  word: string
  body: string
  messageId: string
  at: string
}

type OptInAnswer = 'opt-in-question' | 'opt-in-confirmation'

/** Whether a one-word text may be an opt-in: a keyword of our number, or the YES of someone who was asked. */
export const isOptIn = async (tx: TenantTx, pair: Pair, word: string): Promise<boolean> =>
  OPT_IN_YES_WORDS.includes(word)
    ? await isAwaitingYes(tx, pair, await findSubscriber(tx, pair.contactPhone), tx.now())
    : (await findOptInKeyword(tx, pair.tenantPhone, word)) !== undefined

/**
 * Applies an opt-in and returns what to reply; null if the text is not an opt-in, or if the sender is blocked or opted
 * out of all texts. Only START lifts an opt-out of all texts: until then, carriers reject ours. The ledger keeps every
 * text that led to the opt-in, as it was shown.
 */
export async function applyOptIn(tx: TenantTx, pair: Pair, text: OptInText): Promise<OptInAnswer | null> {
  const answer = await recordOptIn(tx, pair, text)
  // Reloads open lists of subscribers.
  if (answer) await recordContactOfNumberUpdated(tx, null, pair.contactPhone)
  return answer
}

async function recordOptIn(
  tx: TenantTx,
  pair: Pair,
  { word, body, messageId, at }: OptInText,
): Promise<OptInAnswer | null> {
  const isYes = OPT_IN_YES_WORDS.includes(word)
  const keyword = isYes ? undefined : await findOptInKeyword(tx, pair.tenantPhone, word)
  const subscriber = await findSubscriber(tx, pair.contactPhone)
  if (isYes ? !(await isAwaitingYes(tx, pair, subscriber, at)) : !keyword) return null
  const { isRefused, isMarketingRefused } = await findRefusals(tx, pair)
  if (isRefused) return null
  const record = (texts: readonly (string | null)[]) =>
    recordConsent(tx, {
      ...pair,
      kind: 'opt-in',
      purpose: 'marketing',
      source: 'text',
      wording: texts.filter((text) => text !== null).join('\n'),
      messageId,
      keyword: keyword?.keyword ?? subscriber?.keyword ?? undefined,
      at,
    })
  if (isYes) {
    await record([subscriber?.keyword ?? null, subscriber?.question ?? null, body])
    return 'opt-in-confirmation'
  }
  const isSubscribed = subscriber?.state === 'subscribed'
  if (!keyword || (isSubscribed && !isMarketingRefused)) return 'opt-in-confirmation'
  // A subscriber who opted out of marketing from this number alone has already confirmed that the phone is theirs.
  if (isSubscribed || !keyword.isDoubleOptIn) {
    await record([body, await renderConfirmation(tx, pair, keyword.replyText)])
    return 'opt-in-confirmation'
  }
  await addPendingSubscriber(tx, pair.contactPhone, {
    source: 'keyword',
    tenantPhone: pair.tenantPhone,
    keyword: keyword.keyword,
    question: await render(tx, pair, keyword.questionText ?? (await readMarketingSettings(tx)).questionText),
    again: true,
    at,
  })
  return 'opt-in-question'
}

/**
 * Finds the reply to an opt-in, the question or the confirmation, and the time of the opt-in. Null if neither applies
 * anymore, such as after an opt-out.
 */
export async function findOptInReply(
  tx: TenantTx,
  pair: Pair,
  answer: OptInAnswer,
): Promise<{ body: string; joinedAt: string } | null> {
  const subscriber = await findSubscriber(tx, pair.contactPhone)
  if (!subscriber) return null
  const { state, question, joinedAt } = subscriber
  if (answer === 'opt-in-question')
    return state === 'pending' && question !== null ? { body: question, joinedAt } : null
  if (state !== 'subscribed') return null
  const keyword =
    subscriber.keyword === null ? undefined : await findOptInKeyword(tx, pair.tenantPhone, subscriber.keyword)
  return { body: await renderConfirmation(tx, pair, keyword?.replyText ?? null), joinedAt }
}

const findSubscriber = (tx: TenantTx, phone: string) =>
  tx
    .selectFrom('subscribers')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select(['state', 'keyword', 'question', 'joinedAt'])
    .executeTakeFirst()

/** A later “yes” answers something else. */
const YES_WITHIN_MS = 3 * 24 * 60 * 60_000

/** Whether a YES to one of our numbers answers the question: it is our last text there, and recent. */
async function isAwaitingYes(
  tx: TenantTx,
  { contactPhone, tenantPhone }: Pair,
  subscriber: Awaited<ReturnType<typeof findSubscriber>>,
  at: string,
): Promise<boolean> {
  if (subscriber?.state !== 'pending' || !isAfter(shift(subscriber.joinedAt, YES_WITHIN_MS), at)) return false
  const conversationId = await findThread(tx, { contactPhone, tenantPhone })
  if (conversationId === undefined) return false
  const latest = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('isOutgoing', '=', true)
    .where('deliveryStatus', '<>', 'failed')
    .orderBy('index', 'desc')
    .limit(1)
    .select('body')
    .executeTakeFirst()
  return latest?.body === subscriber.question
}

/** The conversation of a number pair, or the one that it was merged into. */
async function findThread(tx: TenantTx, { contactPhone, tenantPhone }: Pair): Promise<string | undefined> {
  const thread = await tx
    .selectFrom('conversations')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('tenantPhone', '=', tenantPhone)
    .select('id')
    .executeTakeFirst()
  if (thread) return thread.id
  const merged = await tx
    .selectFrom('mergedConversations')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', contactPhone)
    .where('tenantPhone', '=', tenantPhone)
    .select('intoId')
    .executeTakeFirst()
  return merged?.intoId
}

const findContact = (tx: TenantTx, phone: string) =>
  tx
    .selectFrom('contacts')
    .where('tenantId', '=', tx.tenantId)
    .where('phone', '=', phone)
    .select('name')
    .executeTakeFirst()

/** Finds whether a number pair may get no texts at all (opted out or blocked), or no marketing. */
async function findRefusals(
  tx: TenantTx,
  { contactPhone, tenantPhone }: Pair,
): Promise<{ isRefused: boolean; isMarketingRefused: boolean }> {
  const { rows } = await sql<{ isRefused: boolean; isMarketingRefused: boolean }>`
    select ${isOptedOut(tx, contactPhone, tenantPhone)} or ${isBlocked(tx, contactPhone)} as "isRefused",
      ${isMarketingOptedOut(tx, contactPhone, tenantPhone)} as "isMarketingRefused"`.execute(tx)
  return rows[0] ?? { isRefused: true, isMarketingRefused: true }
}

const renderConfirmation = async (tx: TenantTx, pair: Pair, replyText: string | null) =>
  render(tx, pair, replyText ?? (await readMarketingSettings(tx)).subscribedText)

/** Renders a text of an opt-in with the names of the business and of the location of our number. */
async function render(tx: TenantTx, { contactPhone, tenantPhone }: Pair, template: string): Promise<string> {
  const number = await findPhoneNumber(tx, tenantPhone)
  if (!number) throw new Error('The number that got a text was not found.')
  const contact = await findContact(tx, contactPhone)
  const business = { name: await findBusinessName(tx), location: await findLocationRow(tx, number.locationId) }
  return renderText({ contactName: contact?.name ?? '', contactPhone }, business, template)
}
