import { countryOf } from '../carrier/numbering.ts'
import { placeOf } from '../carrier/places.ts'
import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import { mediaPath } from '../twilio/render-media.ts'
import { announce } from './announce.ts'

function geography(side: 'From' | 'To', e164: string): Record<string, string> {
  const place = placeOf(e164)
  return {
    [`${side}City`]: place?.city.toUpperCase() ?? '',
    [`${side}Country`]: countryOf(e164),
    [`${side}State`]: place?.state ?? '',
    [`${side}Zip`]: place?.zip ?? '',
  }
}

export function announceInbound(world: World, message: Message, number: BusinessNumber): void {
  if (!number.smsUrl) return
  const media: Record<string, string> = {}
  for (const [index, item] of world.media.listOfMessage(message.sid).entries()) {
    media[`MediaUrl${index}`] = `${world.origin.get()}/twilio${mediaPath(message, item.sid)}`
    media[`MediaContentType${index}`] = item.contentType
  }
  announce(world, {
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
