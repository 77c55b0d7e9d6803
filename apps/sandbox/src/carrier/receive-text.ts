import { makeSid } from '../platform/sid.ts'
import type { World } from '../platform/world.ts'
import type { Media } from '../store/media.ts'
import type { Message } from '../store/messages.ts'
import type { BusinessNumber } from '../store/numbers.ts'
import { announceInbound } from '../webhooks/announce-inbound.ts'
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

/** A phone texts a business: kept, told to the business by webhook, and answered by the carrier itself where it must be. */
export function receiveText(world: World, { phone, number, body, media }: IncomingText): Message {
  const now = world.now()
  return world.db.transaction(() => {
    world.phones.add(phone, now)
    const message = world.messages.add({
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
      world.media.add({ sid: makeSid('ME'), messageSid: message.sid, position, contentType, content, createdAt: now })
    }
    world.phones.touch(phone, message.id)
    publishMessage(world, message)
    announceInbound(world, message, number)

    const keyword = readKeyword(body)
    if (keyword && obeyKeyword(world, keyword, phone, number, now) && world.keywordReplies) {
      acceptOutgoing(world, {
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

/** Returns whether the word changed something, or asks for an answer anyway: a second STOP is not confirmed again. */
function obeyKeyword(world: World, keyword: Keyword, phone: string, number: BusinessNumber, now: number): boolean {
  if (keyword === 'stop') return world.optOuts.add(phone, number.phoneNumber, now)
  if (keyword === 'start') return world.optOuts.remove(phone, number.phoneNumber)
  return true
}
