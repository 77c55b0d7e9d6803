import type { World } from '../platform/world.ts'
import { countSegments } from './segments.ts'

export interface PastText {
  sid: string
  from: string
  to: string
  body: string
  /** An ISO instant. */
  at: string
}

/** A text that happened before the sandbox was there to see it. */
export function rememberText(world: World, { sid, from, to, body, at }: PastText): void {
  const isInbound = world.numbers.findByPhoneNumber(to) !== undefined
  const [phone, ours] = isInbound ? [from, to] : [to, from]
  const number = world.numbers.findByPhoneNumber(ours)
  if (!number) throw new Error('Neither side of this text is a business.')
  const createdAt = Date.parse(at)
  world.phones.add(phone, createdAt)
  const message = world.messages.add({
    sid,
    accountSid: number.accountSid,
    phone,
    number: number.phoneNumber,
    direction: isInbound ? 'inbound' : 'outbound-api',
    body,
    status: isInbound ? 'received' : 'delivered',
    numSegments: countSegments(body),
    numMedia: 0,
    mediaUrls: '[]',
    statusCallback: null,
    outcomeCode: null,
    nextAt: null,
    sentAt: createdAt,
    createdAt,
  })
  world.phones.touch(phone, message.id)
}
