import { toPhoneMessage } from '../api/phone-message.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'

export function publishMessage(context: SandboxContext, message: Message): void {
  context.db.afterCommit(() =>
    context.events.publish(() => ({ type: 'message', message: toPhoneMessage(context, message) })),
  )
}
