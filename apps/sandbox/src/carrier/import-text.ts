import type { SandboxContext } from '../platform/context.ts'
import { countSegments } from './segments.ts'

export interface ImportedText {
  sid: string
  from: string
  to: string
  body: string
  /** An ISO instant. */
  at: string
}

/** Adds a text with a past date, without webhooks or live events. */
export function importText(context: SandboxContext, { sid, from, to, body, at }: ImportedText): void {
  const isInbound = context.numbers.findByPhoneNumber(to) !== undefined
  const [phone, businessNumber] = isInbound ? [from, to] : [to, from]
  const number = context.numbers.findByPhoneNumber(businessNumber)
  if (!number) throw new Error('Neither number of this text belongs to a business.')
  const createdAt = Date.parse(at)
  context.phones.add(phone, createdAt)
  const message = context.messages.add({
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
  context.phones.touch(phone, message.id)
}
