import { makeSid } from '../platform/sid.ts'
import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'
import { publishMessage } from './publish-message.ts'
import { countSegments } from './segments.ts'

export interface Outgoing {
  accountSid: string
  phone: string
  number: string
  direction: 'outbound-api' | 'outbound-reply'
  body: string
  mediaUrls: string[]
  statusCallback: string | null
  /** The error this message ends with, when it is not to arrive. */
  outcomeCode: number | null
}

/** Takes a text on its way to a phone; what happens to it then is told by status callbacks. */
export function acceptOutgoing(world: World, outgoing: Outgoing): Message {
  const now = world.now()
  return world.db.transaction(() => {
    world.phones.add(outgoing.phone, now)
    const message = world.messages.add({
      sid: makeSid(outgoing.mediaUrls.length > 0 ? 'MM' : 'SM'),
      accountSid: outgoing.accountSid,
      phone: outgoing.phone,
      number: outgoing.number,
      direction: outgoing.direction,
      body: outgoing.body,
      status: 'queued',
      numSegments: outgoing.mediaUrls.length > 0 ? 1 : countSegments(outgoing.body),
      numMedia: outgoing.mediaUrls.length,
      mediaUrls: JSON.stringify(outgoing.mediaUrls),
      statusCallback: outgoing.statusCallback,
      outcomeCode: outgoing.outcomeCode,
      nextAt: now + world.statusDelayMs,
      sentAt: null,
      createdAt: now,
    })
    world.phones.touch(message.phone, message.id)
    world.progress.follow(message)
    publishMessage(world, message)
    return message
  })
}
