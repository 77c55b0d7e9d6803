import { toSid } from '@frontdesk/contract'
import { useSyncExternalStore } from 'react'
import { useMe } from '../../lib/session/use-me.ts'
import type { Thread } from '../message/thread-messages.ts'
import { needsWord, type Outgoing } from './outbox.ts'
import { outbox } from './send-message.ts'

/** What is still on its way in this conversation; once the server's copy is here, that one is shown instead. */
export function useOutgoing(sid: string, thread: Thread): Outgoing[] {
  const me = useMe()
  const items = useSyncExternalStore(outbox.subscribe, () => outbox.items)
  const arrived = new Set(thread.items.map((message) => message.sid))
  return items.filter(
    ({ conversationSid, clientMessageId, userId }) =>
      conversationSid === sid && userId === me.userId && !arrived.has(toSid('IM', clientMessageId)),
  )
}

/** Whether something of the teammate's waits here for their word; for the list. */
export const useIsUnsent = (sid: string, userId: string) =>
  useSyncExternalStore(outbox.subscribe, () =>
    outbox.items.some((item) => item.conversationSid === sid && item.userId === userId && needsWord(item)),
  )
