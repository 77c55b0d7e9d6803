import { countryOf } from '../carrier/numbering.ts'
import { rateCenterOf } from '../carrier/rate-centers.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import { mediaPath } from '../twilio/render-media.ts'
import { enqueueWebhook } from './enqueue-webhook.ts'

function geography(side: 'From' | 'To', e164: string): Record<string, string> {
  const rateCenter = rateCenterOf(e164)
  return {
    [`${side}City`]: rateCenter?.city.toUpperCase() ?? '',
    [`${side}Country`]: countryOf(e164),
    [`${side}State`]: rateCenter?.state ?? '',
    [`${side}Zip`]: rateCenter?.zip ?? '',
  }
}

export function enqueueInboundWebhook(context: SandboxContext, message: Message, number: BusinessNumber): void {
  if (!number.smsUrl) return
  const media: Record<string, string> = {}
  for (const [index, item] of context.media.listOfMessage(message.sid).entries()) {
    media[`MediaUrl${index}`] = `${context.origin.get()}/twilio${mediaPath(message, item.sid)}`
    media[`MediaContentType${index}`] = item.contentType
  }
  enqueueWebhook(context, {
    kind: 'inbound',
    message,
    url: number.smsUrl,
    method: number.smsMethod,
    fallback: number.smsFallbackUrl ? { url: number.smsFallbackUrl, method: number.smsFallbackMethod } : undefined,
    parameters: {
      AccountSid: message.accountSid,
      ApiVersion: '2010-04-01',
      Body: message.body,
      From: message.phone,
      MessageSid: message.sid,
      NumMedia: String(message.numMedia),
      NumSegments: String(message.numSegments),
      SmsMessageSid: message.sid,
      SmsSid: message.sid,
      SmsStatus: 'received',
      To: message.number,
      ...geography('From', message.phone),
      ...geography('To', message.number),
      ...media,
    },
  })
}
