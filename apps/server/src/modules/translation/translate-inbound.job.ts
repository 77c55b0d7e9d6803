import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { messageReceived } from '../messages/events.ts'
import type { TranslationDeps } from './deps.ts'
import { translateInbound } from './translate-message.ts'
import { TranslatorError } from './translator.ts'

const NAME = 'translate-inbound'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid() })

/** Skips keywords, and texts of blocked numbers, which are not shown. */
export const translationSubscription = subscribe(messageReceived, ({ tenantId, messageId, data }) =>
  messageId && data.answersInbound && !data.keyword && !data.isBlocked
    ? [
        {
          identifier: NAME,
          payload: { tenantId, messageId },
          jobKey: `translate-inbound:${messageId}`,
          maxAttempts: 6,
        },
      ]
    : [],
)

/** Translates an inbound text. After a permanent failure teammates can still translate it from its menu. */
export const translateInboundJob = defineJob({
  name: NAME,
  lane: 'background',
  payload: Payload,
  run: async (deps: TranslationDeps, payload, { isLast }) => {
    if (!deps.translator.isConfigured()) return
    try {
      await translateInbound(deps, payload, payload.messageId)
    } catch (error) {
      if (!(error instanceof TranslatorError) || (error.canRetry && !isLast)) throw error
      deps.log.warn({ err: error, messageId: payload.messageId }, 'gave up translating an inbound text')
    }
  },
})
