import { messageErrorText } from '../carrier/error-codes.ts'
import type { Message } from '../store/messages.ts'
import { toRfc2822 } from './dates.ts'

export const messagePath = (message: Pick<Message, 'accountSid' | 'sid'>) =>
  `/2010-04-01/Accounts/${message.accountSid}/Messages/${message.sid}`

export function renderMessage(message: Message) {
  const isInbound = message.direction === 'inbound'
  const path = messagePath(message)
  return {
    account_sid: message.accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: toRfc2822(message.createdAt),
    date_sent: message.sentAt === null ? null : toRfc2822(message.sentAt),
    date_updated: toRfc2822(message.updatedAt),
    direction: message.direction,
    error_code: message.errorCode,
    error_message: message.errorCode === null ? null : messageErrorText(message.errorCode),
    from: isInbound ? message.phone : message.number,
    messaging_service_sid: null,
    num_media: String(message.numMedia),
    num_segments: String(message.numSegments),
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: message.status,
    subresource_uris: { media: `${path}/Media.json` },
    to: isInbound ? message.number : message.phone,
    uri: `${path}.json`,
  }
}
