import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
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
  /** Error code with which the message will end; null to deliver it. */
  outcomeCode: number | null
}

/** Stores an outgoing text as queued; status callbacks report its further progress. */
export function acceptOutgoing(context: SandboxContext, outgoing: Outgoing): Message {
  const now = context.now()
  return context.db.transaction(() => {
    context.phones.add(outgoing.phone, now)
    const message = context.messages.add({
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
      nextAt: now + context.statusDelayMs,
      sentAt: null,
      createdAt: now,
    })
    context.phones.touch(message.phone, message.id)
    context.deliveries.track(message)
    publishMessage(context, message)
    return message
  })
}
