import { toSid } from '@frontdesk/contract/rules'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import type { Thread } from '../message/thread-messages.ts'
import { needsWord, type Outgoing } from './outbox.ts'
import { outbox } from './send-message.ts'

/** What is still on its way in this conversation; once the server's copy is here, that one is shown instead. */
export function useOutgoing(sid: string, thread: Thread): Outgoing[] {
  const me = useMe()
  const items = useStore(outbox)
  const arrived = new Set(thread.items.map((message) => message.sid))
  return items.filter(
    ({ conversationSid, clientMessageId, userId }) =>
      conversationSid === sid && userId === me.userId && !arrived.has(toSid('IM', clientMessageId)),
  )
}

/** Whether something of the teammate's waits here for their word; for the list. */
export const useIsUnsent = (sid: string, userId: string) =>
  useStore(outbox, (items) =>
    items.some((item) => item.conversationSid === sid && item.userId === userId && needsWord(item)),
  )
