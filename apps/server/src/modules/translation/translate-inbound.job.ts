import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { messageReceived } from '../messages/events.ts'
import type { TranslationDeps } from './deps.ts'
import { translateInbound } from './translate-message.ts'
import { TranslatorError } from './translator.ts'

const NAME = 'translate-inbound'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid() })

/** Carriers' words are for machines, and of blocked numbers nobody reads. */
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

/** Translates what came in. What could not be translated for good has its own entry in its menu. */
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
      deps.log.warn({ err: error, messageId: payload.messageId }, 'a text stays without a translation')
    }
  },
})
