import { toSid } from '@frontdesk/contract'
import { useSyncExternalStore } from 'react'
import type { Outgoing } from './outbox.ts'
import { outbox } from './send-message.ts'
import type { Thread } from './thread.ts'

/** What is still on its way in this conversation; once the server's copy is here, that one is shown instead. */
export function useOutgoing(sid: string, thread: Thread): Outgoing[] {
  const items = useSyncExternalStore(outbox.subscribe, () => outbox.items)
  const arrived = new Set(thread.items.map((message) => message.sid))
  return items.filter(
    ({ conversationSid, clientMessageId }) => conversationSid === sid && !arrived.has(toSid('IM', clientMessageId)),
  )
}
