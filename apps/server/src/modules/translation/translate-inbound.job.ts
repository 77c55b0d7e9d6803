import { z } from 'zod'
import type { Subscription } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { TranslationDeps } from './deps.ts'
import { translateInbound } from './translate-message.ts'
import { TranslatorError } from './translator.ts'

const NAME = 'translate-inbound'

const Payload = z.object({ tenantId: z.uuid(), messageId: z.uuid() })

/** Carriers' words are for machines, and of blocked numbers nobody reads. */
export const translationSubscription: Subscription = {
  on: 'message.received',
  jobs: ({ tenantId, messageId, data }) =>
    messageId && data.answersInbound === true && data.keyword === undefined && data.isBlocked === false
      ? [
          {
            identifier: NAME,
            payload: { tenantId, messageId },
            jobKey: `translate-inbound:${messageId}`,
            maxAttempts: 6,
          },
        ]
      : [],
}

/** Translates what came in. What could not be translated for good has its own entry in its menu. */
export const translateInboundJob = (deps: TranslationDeps) =>
  defineJob({
    name: NAME,
    lane: 'background',
    payload: Payload,
    run: async (payload, { isLast }) => {
      if (!deps.translator.isConfigured()) return
      try {
        await translateInbound(deps, payload, payload.messageId)
      } catch (error) {
        if (!(error instanceof TranslatorError) || (error.canRetry && !isLast)) throw error
        deps.log.warn({ err: error, messageId: payload.messageId }, 'a text stays without a translation')
      }
    },
  })
