import type { SandboxContext } from '../platform/context.ts'
import type { Webhook } from '../store/webhooks.ts'
import { TwilioError } from '../twilio/twilio-error.ts'
import { readTwiml } from './read-twiml.ts'
import { sendText } from './send-text.ts'

const TWIML_TYPES = new Set(['text/xml', 'application/xml', 'text/html'])

export interface WebhookResponse {
  contentType: string
  body: string
}

/** Sends the replies of a TwiML response to an inbound webhook. Returns the error for the log, or null. */
export function handleTwiml(
  context: SandboxContext,
  webhook: Webhook,
  { contentType, body }: WebhookResponse,
): string | null {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (body.trim() === '') return null
  if (type !== 'text/plain' && !TWIML_TYPES.has(type)) return `12300 Invalid Content-Type: ${type}`

  const replies =
    type === 'text/plain' ? [{ body, mediaUrls: [], to: null, from: null, action: null }] : readTwiml(body)
  if (!replies) return '12100 Document parse failure'

  const message = context.messages.findBySid(webhook.messageSid)
  const account = context.accounts.find(webhook.accountSid)
  if (!message || !account) return null
  try {
    for (const reply of replies) {
      sendText(context, account, 'outbound-reply', {
        from: reply.from ?? message.number,
        to: reply.to ?? message.phone,
        body: reply.body,
        mediaUrls: reply.mediaUrls,
        statusCallback: reply.action && (URL.parse(reply.action, webhook.url)?.href ?? null),
      })
    }
    return null
  } catch (error) {
    if (error instanceof TwilioError) return `${error.code} ${error.message}`
    throw error
  }
}
