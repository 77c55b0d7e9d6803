import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'
import { enqueueWebhook } from './enqueue-webhook.ts'

/** Carriers format the delivery time as YYMMDDhhmm. */
const toDlrDate = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(2, 12)

export function enqueueStatusWebhook(context: SandboxContext, message: Message): void {
  if (!message.statusCallback) return
  enqueueWebhook(context, {
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
