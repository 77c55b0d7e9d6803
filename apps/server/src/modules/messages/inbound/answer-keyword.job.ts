import { createHash } from 'node:crypto'
import { formatPhone } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { findMessages, lockMessage } from '../../conversations/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { messageReceived } from '../events.ts'
import { writeMessage } from '../outbound/send-message.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), answer: z.enum(['stop', 'help']) })

const NAME = 'answer-keyword'

export const keywordSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) =>
  messageId && (data.answer === 'stop' || data.answer === 'help')
    ? [{ identifier: NAME, payload: { tenantId, messageId, answer: data.answer }, jobKey: `keyword:${messageId}` }]
    : [],
)

/** What carriers demand: who we are, and how to stop (market.md section 3, T-23002). */
const ANSWERS = {
  stop: (business: string) =>
    `${business}: You are unsubscribed and will not get any more texts from us. Reply START to resubscribe.`,
  help: (business: string, number: string) =>
    `${business}: Reply here to reach our team, or call ${number}. Msg & data rates may apply. Reply STOP to opt out.`,
}

/** Answers HELP, and REMOVE, which no carrier confirms. Safe to run twice: the answer's id follows from the question's. */
export const answerKeyword = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: (deps: ConversationDeps, payload) =>
    deps.inTenant(payload, async (tx) => {
      const question = await lockMessage(tx, null, payload.messageId)
      const id = answerId(payload.messageId)
      if (!question || (await findMessages(tx, [id])).length > 0) return
      const { row, conversation } = question
      const { viaId, tenantPhone } = pairBy(conversation, row.viaId ?? null)
      const { name } = await tx
        .selectFrom('tenants')
        .where('tenantId', '=', tx.tenantId)
        .select('name')
        .executeTakeFirstOrThrow()
      const body = ANSWERS[payload.answer](name, formatPhone(tenantPhone))
      await writeMessage(deps, tx, {
        conversation,
        viaId,
        id,
        body,
        files: [],
        author: null,
        purpose: 'keyword-answer',
      })
    }),
})

/** A UUID of version 8 made of the question's. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
function answerId(messageId: string): string {
  const hex = createHash('sha256').update(`answer to ${messageId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
