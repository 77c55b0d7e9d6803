import { createHash } from 'node:crypto'
import {
  type Conversation,
  formatPhone,
  isOpen,
  type Message,
  nextChange,
  renderTemplate,
  templateValues,
} from '@frontdesk/contract'
import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Subscription } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { findBusinessHours } from '../business-hours/index.ts'
import { readConversationConfigs } from '../conversation-configs/index.ts'
import {
  assignInTurn,
  type ConversationDeps,
  isFirstOfContact,
  isTeammateThere,
  lockInbound,
  sendAutomatically,
} from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'

const NAME = 'answer-inbound'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), isReopened: z.boolean() })

/** Only what its tenant wants answered or assigned; keywords and blocked numbers never. */
export const answerSubscription: Subscription = {
  on: 'message.received',
  jobs: ({ tenantId, messageId, data }) =>
    messageId && data.answersInbound === true && data.keyword === undefined && data.isBlocked === false
      ? [
          {
            identifier: NAME,
            payload: { tenantId, messageId, isReopened: data.isReopened === true },
            jobKey: `answer-inbound:${messageId}`,
          },
        ]
      : [],
}

/** A text found much later, after an outage, gets no answer that claims to be prompt. */
const STALE_MS = 60 * 60_000

/**
 * Hands a new conversation to the next teammate, and answers for the business while it is closed, or greets a new contact.
 * Safe to run twice: what was assigned is somebody's, and an answer's id follows from whom and what it answers.
 */
export const answerInbound = (deps: ConversationDeps) =>
  defineJob({
    name: NAME,
    payload: Payload,
    run: (payload) =>
      deps.inTenant(payload, async (tx) => {
        const inbound = await lockInbound(tx, payload.messageId)
        if (!inbound || isAfter(shift(deps.now(), -STALE_MS), inbound.message.dateCreated)) return
        const { message } = inbound
        const configs = await readConversationConfigs(tx)
        const isNew = message.index === 1 || payload.isReopened
        const conversation =
          configs.isAutoAssign && isNew
            ? await assignInTurn(deps, tx, inbound.conversation, configs.autoAssignUserIDs)
            : inbound.conversation

        const answer = await findAnswer(deps, tx, { conversation, message }, configs.replyOnNewMessage)
        if (answer) await sendAutomatically(deps, tx, { conversation, ...answer })
      }),
  })

/** Outside of business hours their answer goes out, once a contact in each closed period; else the greeting, once a contact. */
async function findAnswer(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversation, message }: { conversation: Conversation; message: Message },
  greeting: { isEnabled: boolean; message: string },
): Promise<{ id: string; body: string } | undefined> {
  const { contact } = conversation
  const location = await findLocationRow(tx, conversation.attributes.locationID)
  const hours = await findBusinessHours(tx, location)
  const render = async (template: string) => {
    const { name } = await tx
      .selectFrom('tenants')
      .where('tenantId', '=', tx.tenantId)
      .select('name')
      .executeTakeFirstOrThrow()
    return renderTemplate(
      template,
      templateValues({
        contact: { name: contact.name, phone: formatPhone(contact.phone) },
        businessName: name,
        location,
      }),
    ).text
  }
  if (hours?.afterHours.isEnabled && !isOpen(hours, message.dateCreated)) {
    if (await isTeammateThere(deps, tx, conversation)) return undefined
    const period = nextChange(hours, message.dateCreated) ?? 'until further notice'
    return {
      id: idOf(`after hours ${contact.id} ${location.id} ${period}`),
      body: await render(hours.afterHours.message),
    }
  }
  if (greeting.isEnabled && (await isFirstOfContact(tx, contact.id, message)))
    return { id: idOf(`greeting ${contact.id}`), body: await render(greeting.message) }
  return undefined
}

/** A UUID of version 8 made of a name. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
