import { formatPhone } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { subscribe } from '../../../platform/events/dispatcher.ts'
import { defineJob, type JobSpec } from '../../../platform/jobs/define-job.ts'
import { consentReviewChanged } from '../../messaging/events.ts'
import { type KeywordLanguage, parseKeyword } from '../../messaging/index.ts'
import { pairBy } from '../../number-pairs/index.ts'
import { findMessages, lockMessage } from '../../threads/index.ts'
import type { SendDeps } from '../deps.ts'
import { messageReceived } from '../events.ts'
import { writeMessage } from '../outbound/write-message.ts'
import { replyId } from '../reply-id.ts'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid(), answer: z.enum(['stop', 'help']) })

const NAME = 'answer-keyword'

const answerSpec = (payload: z.infer<typeof Payload>): JobSpec => ({
  identifier: NAME,
  payload,
  jobKey: `keyword:${payload.messageId}`,
})

export const keywordSubscriptions = [
  subscribe(messageReceived, ({ tenantId, messageId, data }) =>
    messageId && (data.answer === 'stop' || data.answer === 'help')
      ? [answerSpec({ tenantId, messageId, answer: data.answer })]
      : [],
  ),
  // A teammate decided that a text was an opt-out.
  subscribe(consentReviewChanged, ({ tenantId, messageId, data }) =>
    messageId && data.isToBeConfirmed ? [answerSpec({ tenantId, messageId, answer: 'stop' })] : [],
  ),
]

/** Required by carriers: the sender's name, how to opt out and in. In Canada also the language of the keyword. */
const REPLIES: Record<'stop' | 'help', Record<KeywordLanguage, (business: string, number: string) => string>> = {
  stop: {
    en: (business) =>
      `${business}: You are unsubscribed and will not get any more texts from us. Reply START to resubscribe.`,
    es: (business) =>
      `${business}: Tu suscripción fue cancelada y no recibirás más mensajes nuestros. Responde START para volver.`,
    fr: (business) =>
      `${business}: Vous êtes désabonné et ne recevrez plus de messages. Répondez START pour vous réabonner.`,
  },
  help: {
    en: (business, number) =>
      `${business}: Reply here to reach our team, or call ${number}. Msg & data rates may apply. Reply STOP to opt out.`,
    es: (business, number) =>
      `${business}: Responde aquí o llama al ${number}. Pueden aplicar tarifas de mensajes y datos. Responde ALTO para cancelar.`,
    fr: (business, number) =>
      `${business}: Répondez ici ou appelez le ${number}. Des frais de messagerie peuvent s’appliquer. Répondez ARRET pour annuler.`,
  },
}

/**
 * Replies to HELP, and to opt-outs that carriers don't confirm: REMOVE, words of other languages, sentences. Safe to
 * run twice: the reply's id is derived from the message's.
 */
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
      const { language } = parseKeyword(row.body, undefined, true)
      const body = REPLIES[payload.answer][language](name, formatPhone(tenantPhone))
      await writeMessage(deps, tx, {
        conversation,
        viaId,
        id,
        body,
        files: [],
        author: null,
        purpose: 'keyword-answer',
        origin: {
          cause: payload.answer === 'stop' ? 'opt-out-confirmation' : 'help',
          repliesTo: payload.messageId,
        },
      })
    }),
})
