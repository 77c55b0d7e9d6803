import { createHash } from 'node:crypto'
import { formatPhone } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { findMessages, lockMessage } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { messageReceived } from '../events.ts'
import { writeMessage } from '../outbound/send-message.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), answer: z.enum(['stop', 'help']) })

const NAME = 'answer-keyword'

export const keywordSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) =>
  messageId && (data.answer === 'stop' || data.answer === 'help')
    ? [{ identifier: NAME, payload: { tenantId, messageId, answer: data.answer }, jobKey: `keyword:${messageId}` }]
    : [],
)

/** Required by carriers: the sender's name and how to opt out. */
const REPLIES = {
  stop: (business: string) =>
    `${business}: You are unsubscribed and will not get any more texts from us. Reply START to resubscribe.`,
  help: (business: string, number: string) =>
    `${business}: Reply here to reach our team, or call ${number}. Msg & data rates may apply. Reply STOP to opt out.`,
}

/** Replies to HELP, and to REMOVE, which carriers don't confirm. Safe to run twice: the reply's id is derived from the message's. */
export const answerKeyword = defineJob({
  name: NAME,
  lane: 'sending',
  payload: Payload,
  run: (deps: SendDeps, payload) =>
    deps.inTenant(payload, async (tx) => {
      const question = await lockMessage(tx, null, payload.messageId)
      const id = replyId(payload.messageId)
      if (!question || (await findMessages(tx, [id])).length > 0) return
      const { row, conversation } = question
      const { viaId, tenantPhone } = pairBy(conversation, row.viaId)
      const { name } = await tx
        .selectFrom('tenants')
        .where('tenantId', '=', tx.tenantId)
        .select('name')
        .executeTakeFirstOrThrow()
      const body = REPLIES[payload.answer](name, formatPhone(tenantPhone))
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

/** Derives a UUID of version 8 from the message's id. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
function replyId(messageId: string): string {
  const hex = createHash('sha256').update(`answer to ${messageId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
