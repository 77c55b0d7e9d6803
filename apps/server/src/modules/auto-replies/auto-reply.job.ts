import { type AutoReplyCause, isOpen, nextChange } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob, type JobSpec } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { autoAssign, isAutoAssignActive, readAutoAssignRules, unassignReopened } from '../assignment/index.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { messageReceived } from '../messages/events.ts'
import {
  askToSubscribe,
  isFirstOfContact,
  isTeammateActive,
  lockInboundMessage,
  renderFor,
  type SendDeps,
  sendAutomaticMessage,
} from '../messages/index.ts'
import type { MessageRow } from '../threads/index.ts'
import { deriveId } from './derived-id.ts'

const NAME = 'answer-inbound'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), isReopened: z.boolean() })

/** The job that answers a text of a tenant with auto-replies or auto-assignment. */
export const answerInboundSpec = (payload: z.input<typeof Payload>): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `answer-inbound:${payload.messageId}`,
})

/**
 * Never for keywords, auto-replies or texts of blocked numbers. Texts that may be about a visit are left to
 * `answer-visit-text`, which passes on those that are not.
 */
export const answerSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) => {
  const { answersInbound, keyword, isAutoresponse, isBlocked, isAboutVisit, hasBookingOffer, isReopened } = data
  if (!messageId || !answersInbound || keyword || isAutoresponse || isBlocked) return []
  return isAboutVisit || data.isAboutEstimate || hasBookingOffer
    ? []
    : [answerInboundSpec({ tenantId, messageId, isReopened })]
})

/** Texts fetched long after they were sent, after an outage, get no auto-reply. */
const STALE_MS = 60 * 60_000

/**
 * Assigns a new conversation to the next teammate, and sends the after-hours reply or the greeting for a new contact.
 * Asks a first-time texter whether they want marketing texts, if the business chose to.
 * Safe to run twice: an assigned conversation is not assigned again, and a reply's id derives from the message it
 * answers.
 */
export const answerInbound = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: async (deps: SendDeps & Needs<'listActiveUsers'>, payload) => {
    const configs = await deps.inTenant(payload, readConversationConfigs)
    const rules = await readAutoAssignRules(deps, payload.tenantId, configs)
    await deps.inTenant(payload, async (tx) => {
      const inbound = await lockInboundMessage(tx, payload.messageId)
      if (!inbound || isAfter(shift(deps.now(), -STALE_MS), inbound.message.createdAt)) return
      const { message } = inbound
      const isNew = message.index === 1 || payload.isReopened
      const unheld =
        payload.isReopened && !configs.reopenKeepsAssignee
          ? await unassignReopened(deps, tx, inbound.conversation, message.createdAt)
          : inbound.conversation
      const isAutoAssigned = isNew && (await isAutoAssignActive(deps, tx, unheld.locationId, configs))
      const conversation = isAutoAssigned ? await autoAssign(deps, tx, unheld, rules) : unheld

      const answer = await findAnswer(deps, tx, { conversation, message }, configs.replyOnNewMessage)
      if (answer) await sendAutomaticMessage(deps, tx, { conversation, ...answer, repliesTo: message.id })
      const question = configs.directMessageAutoSubscribeMessage
      if (question.isEnabled && (await isFirstOfContact(tx, conversation.contactId, message)))
        await askToSubscribe(deps, tx, { conversation, message, template: question.message })
    })
  },
})

/**
 * Sends the after-hours reply once per contact and closed period; during business hours, the greeting once per contact.
 */
async function findAnswer(
  deps: SendDeps & Needs<'listActiveUsers'>,
  tx: TenantTx,
  { conversation, message }: { conversation: ConversationRow; message: MessageRow },
  greeting: { isEnabled: boolean; message: string },
): Promise<{ id: string; body: string; cause: AutoReplyCause } | undefined> {
  const { contactId } = conversation
  const location = await findLocationRow(tx, conversation.locationId)
  const hours = await findBusinessHours(tx, location)
  const render = (template: string) => renderFor(tx, conversation, template)
  if (hours?.afterHours.isEnabled && !isOpen(hours, message.createdAt)) {
    if (await isTeammateActive(deps, tx, conversation)) return undefined
    const period = nextChange(hours, message.createdAt) ?? 'until further notice'
    return {
      id: deriveId(`after hours ${contactId} ${location.id} ${period}`),
      body: await render(hours.afterHours.message),
      cause: 'after-hours',
    }
  }
  if (greeting.isEnabled && (await isFirstOfContact(tx, contactId, message)))
    return { id: deriveId(`greeting ${contactId}`), body: await render(greeting.message), cause: 'greeting' }
  return undefined
}
