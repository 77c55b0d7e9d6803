import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import type { Media } from '../store/media.ts'
import type { Message } from '../store/messages.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import { enqueueInboundWebhook } from '../webhooks/enqueue-inbound-webhook.ts'
import { acceptOutgoing } from './accept-outgoing.ts'
import { KEYWORD_REPLIES, type Keyword, readKeyword } from './keywords.ts'
import { publishMessage } from './publish-message.ts'
import { countSegments } from './segments.ts'

export interface IncomingText {
  phone: string
  number: BusinessNumber
  body: string
  media: Media[]
}

/** Stores a text from a phone to a business, enqueues the webhook and applies opt-out keywords. */
export function receiveText(context: SandboxContext, { phone, number, body, media }: IncomingText): Message {
  const now = context.now()
  return context.db.transaction(() => {
    context.phones.add(phone, now)
    const message = context.messages.add({
      sid: makeSid(media.length > 0 ? 'MM' : 'SM'),
      accountSid: number.accountSid,
      phone,
      number: number.phoneNumber,
      direction: 'inbound',
      body,
      status: 'received',
      numSegments: media.length > 0 ? 1 : countSegments(body),
      numMedia: media.length,
      mediaUrls: '[]',
      statusCallback: null,
      outcomeCode: null,
      nextAt: null,
      sentAt: now,
      createdAt: now,
    })
    for (const [position, { contentType, content }] of media.entries()) {
      context.media.add({ sid: makeSid('ME'), messageSid: message.sid, position, contentType, content, createdAt: now })
    }
    context.phones.touch(phone, message.id)
    publishMessage(context, message)
    enqueueInboundWebhook(context, message, number)

    const keyword = readKeyword(body)
    if (keyword && applyKeyword(context, keyword, phone, number, now) && context.keywordReplies) {
      acceptOutgoing(context, {
        accountSid: number.accountSid,
        phone,
        number: number.phoneNumber,
        direction: 'outbound-reply',
        body: KEYWORD_REPLIES[keyword],
        mediaUrls: [],
        statusCallback: null,
        outcomeCode: null,
      })
    }
    return message
  })
}

/** Returns whether the carrier should reply: a second STOP is not confirmed again. */
function applyKeyword(
  context: SandboxContext,
  keyword: Keyword,
  phone: string,
  number: BusinessNumber,
  now: number,
): boolean {
  if (keyword === 'stop') return context.optOuts.add(phone, number.phoneNumber, now)
  if (keyword === 'start') return context.optOuts.remove(phone, number.phoneNumber)
  return true
}
