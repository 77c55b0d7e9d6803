import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'

/** A text as shown on the phone and returned by the control API. */
export interface PhoneMessage {
  id: number
  sid: string
  direction: Message['direction']
  from: string
  to: string
  body: string
  status: Message['status']
  errorCode: number | null
  media: { sid: string; url: string; contentType: string }[]
  createdAt: string
}

export function toPhoneMessage(context: SandboxContext, message: Message): PhoneMessage {
  const isInbound = message.direction === 'inbound'
  return {
    id: message.id,
    sid: message.sid,
    direction: message.direction,
    from: isInbound ? message.phone : message.number,
    to: isInbound ? message.number : message.phone,
    body: message.body,
    status: message.status,
    errorCode: message.errorCode,
    media:
      message.numMedia === 0
        ? []
        : context.media.listOfMessage(message.sid).map(({ sid, contentType }) => ({
            sid,
            url: `/sandbox/api/media/${sid}`,
            contentType,
          })),
    createdAt: new Date(message.createdAt).toISOString(),
  }
}
