import { toSid } from '@frontdesk/contract/rules'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import type { Thread } from '../message/thread-messages.ts'
import { needsWord, type Outgoing } from './outbox.ts'
import { outbox } from './send-message.ts'

/** Messages being sent in this conversation; once the server's copy arrives, that one is shown instead. */
export function useOutgoing(sid: string, thread: Thread): Outgoing[] {
  const me = useMe()
  const items = useStore(outbox)
  const arrived = new Set(thread.items.map((message) => message.sid))
  return items.filter(
    ({ conversationSid, clientMessageId, userId }) =>
      conversationSid === sid && userId === me.userId && !arrived.has(toSid('IM', clientMessageId)),
  )
}

/** Whether a message of the teammate waits for their decision; for the list. */
export const useIsUnsent = (sid: string, userId: string) =>
  useStore(outbox, (items) =>
    items.some((item) => item.conversationSid === sid && item.userId === userId && needsWord(item)),
  )
