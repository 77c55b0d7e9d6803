import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'
import { receiveText } from './receive-text.ts'

/** Delivers a text whose recipient is another business's number as an inbound text of that business. */
export function deliverToBusiness(context: SandboxContext, message: Message): void {
  const number = context.numbers.findByPhoneNumber(message.phone)
  if (!number) return
  const media = context.media.listOfMessage(message.sid).flatMap(({ sid }) => context.media.find(sid) ?? [])
  receiveText(context, { phone: message.number, number, body: message.body, media })
}
