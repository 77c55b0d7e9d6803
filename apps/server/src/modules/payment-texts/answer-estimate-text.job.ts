import type { EstimateDecision } from '@frontdesk/contract/rules'
import { formatMoney, localeOf } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { answerInboundSpec } from '../auto-replies/index.ts'
import { answerVisitTextSpec, endWait } from '../booking-texts/index.ts'
import { messageReceived } from '../messages/events.ts'
import { lockInboundMessage, replyId, type SendDeps, sendAutomaticMessage } from '../messages/index.ts'
import { readEstimateText } from '../messaging/index.ts'
import { pairBy, throughPair } from '../number-pairs/index.ts'
import {
  answerEstimate,
  type CardAuthor,
  type DocumentRow,
  findContactOf,
  lockDocumentById,
  PAYMENTS_AUTHOR,
  renderPaymentLink,
} from '../payment-documents/index.ts'
import { findMessages, type MessageRow } from '../threads/index.ts'
import { findAnsweredEstimate } from './find-answered-estimate.ts'
import { languageOf, REPLIES } from './texts.ts'

const NAME = 'answer-estimate-text'
const BY_TEXT: CardAuthor = { userId: null, displayName: 'Text message' }

type Deps = SendDeps & Needs<'publicUrl'>

/** Only texts that could answer an estimate; never keywords, automatic replies or texts of blocked numbers. */
export const estimateTextSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) => {
  const { isAboutEstimate, keyword, isAutoresponse, isReaction, isBlocked } = data
  if (!messageId || !isAboutEstimate || keyword || isAutoresponse || isReaction || isBlocked) return []
  const { isReopened, answersInbound, isAboutVisit = false, hasBookingOffer } = data
  const payload = { tenantId, messageId, isReopened, answersInbound, isForVisits: isAboutVisit || hasBookingOffer }
  return [{ identifier: NAME, payload, jobKey: `${NAME}:${messageId}` }]
})

/**
 * Approves or declines the estimate that a text answers, and replies. A text that answers none is left to the jobs
 * about visits and to auto-replies. Safe to run twice: the id of the reply derives from that of the message.
 */
export const answerEstimateText = defineJob({
  name: NAME,
  lane: 'sending',
  payload: z.object({
    ...{ tenantId: z.uuid(), messageId: z.uuid(), isReopened: z.boolean(), answersInbound: z.boolean() },
    isForVisits: z.boolean(),
  }),
  run: (deps: Deps, { isForVisits, ...payload }) =>
    deps.inTenant(payload, async (tx) => {
      if (await answer(deps, tx, payload.messageId)) return
      if (isForVisits) await enqueue(tx, answerVisitTextSpec(payload))
      else if (payload.answersInbound) await enqueue(tx, answerInboundSpec(payload))
    }),
})

/** Texts that were fetched long after they were sent, such as after an outage, change nothing. */
const STALE_MS = 60 * 60_000

async function answer(deps: Deps, tx: TenantTx, messageId: string): Promise<boolean> {
  const [message] = await findMessages(tx, [messageId])
  const decision = message && readEstimateText(message.body)
  if (!message || !decision || isAfter(shift(tx.now(), -STALE_MS), message.createdAt)) return false
  const answered = await findAnsweredEstimate(tx, message)
  // Documents are locked before conversations.
  const estimate = answered && (await lockDocumentById(tx, answered.documentId))
  const inbound = estimate && (await lockInboundMessage(tx, messageId))
  if (!inbound) return false
  const conversation = throughPair(inbound.conversation, message.viaId)
  const id = replyId(message.id)
  if ((await findMessages(tx, [id])).length > 0) return true
  const { contactPhone } = pairBy(conversation, message.viaId)
  const contact = await findContactOf(tx, estimate)
  // In a merged conversation it may be another contact who writes.
  if (!contact || ![contact.phone, ...contact.otherPhones].includes(contactPhone)) return false
  const said = { message, decision, wording: answered.body, phone: contactPhone }
  const reply = await applyAnswer(deps, tx, estimate, { ...said, sentAt: answered.createdAt })
  if (!reply) return false
  const language = languageOf(conversation.contactLanguage)
  const money = (amount: number) => formatMoney(amount, estimate.currency, localeOf(language))
  const { about, document, key } = reply
  const named = { number: about.invoiceNumber, total: money(Number(about.totalAmount)) }
  const text = REPLIES[language][key]({ ...named, deposit: money(Number(document.totalAmount)) })
  const body = await renderPaymentLink(deps, tx, document, {
    ...{ text, messageId: id, conversationId: conversation.id, createdBy: estimate.createdByUserId },
  })
  const isLeftToTeam = reply.key === 'late' || reply.key === 'changed'
  await sendAutomaticMessage(deps, tx, {
    ...{ conversation, id, body, repliesTo: message.id, cause: 'payment', authorName: PAYMENTS_AUTHOR },
    outcome: isLeftToTeam ? { leavesOpen: 'team' } : { settles: 'estimate' },
  })
  if (!isLeftToTeam) await endWait(deps, tx, inbound.conversation)
  return true
}

interface Said {
  message: MessageRow
  decision: EstimateDecision
  /** The text that they answer, and when it was sent. */
  wording: string
  sentAt: string
  phone: string
}

interface ReplyTo {
  key: keyof (typeof REPLIES)['en']
  about: DocumentRow
  /** The document of the link. */
  document: DocumentRow
}

/** Does what a text says; null if it is for the team. */
async function applyAnswer(
  deps: Deps,
  tx: TenantTx,
  estimate: DocumentRow,
  { message, decision, wording, sentAt, phone }: Said,
): Promise<ReplyTo | null> {
  const about = (key: ReplyTo['key']): ReplyTo => ({ key, about: estimate, document: estimate })
  const isApproved = estimate.stage === 'approved' || estimate.stage === 'converted'
  if (isApproved) return decision === 'approved' ? about('already') : null
  if (!['sent', 'sent-reminder', 'viewed', 'expired'].includes(estimate.stage)) return null
  if (decision === 'declined' && estimate.stage === 'expired') return null
  // The estimate that was sent differs from its newest version.
  if (await hasChangedSince(tx, estimate, sentAt)) return about('changed')
  const answered = await answerEstimate(deps, tx, BY_TEXT, estimate, {
    ...{ decision, channel: 'text', version: estimate.version, wording, answer: message.body, phone },
    ...{ messageId: message.id, chosenLines: null },
  })
  const { deposit } = answered
  if (decision === 'declined') return { ...about('declined'), about: answered.estimate }
  if (answered.isLate) return about('late')
  return { key: deposit ? 'withDeposit' : 'approved', about: answered.estimate, document: deposit ?? answered.estimate }
}

/** Whether a version was written after a text was sent. */
const hasChangedSince = async (tx: TenantTx, { id, version }: DocumentRow, sentAt: string): Promise<boolean> =>
  (await tx
    .selectFrom('paymentDocumentVersions')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', id)
    .where('version', '=', version)
    .where('createdAt', '>', sentAt)
    .select('version')
    .executeTakeFirst()) !== undefined
