import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'
import { announce } from './announce.ts'

/** Carriers write the time of delivery as YYMMDDhhmm. */
const toDlrDate = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(2, 12)

export function announceStatus(world: World, message: Message): void {
  if (!message.statusCallback) return
  announce(world, {
    kind: 'status',
    message,
    url: message.statusCallback,
    method: 'POST',
    parameters: {
      AccountSid: message.accountSid,
      ApiVersion: '2010-04-01',
      From: message.number,
      MessageSid: message.sid,
      MessageStatus: message.status,
      SmsSid: message.sid,
      SmsStatus: message.status,
      To: message.phone,
      ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
      ...(message.status === 'delivered' && { RawDlrDoneDate: toDlrDate(message.updatedAt) }),
    },
  })
}
