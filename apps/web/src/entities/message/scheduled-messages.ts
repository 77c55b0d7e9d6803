import type { Conversation, ScheduledMessage } from '@frontdesk/contract/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const scheduledKey = (sid: string) => ['scheduled-messages', sid] as const

/** The scheduled messages of a conversation, the next one first. */
export const scheduledQuery = (sid: string) =>
  queryOptions({
    queryKey: scheduledKey(sid),
    queryFn: async ({ signal }) =>
      (await api.scheduledMessages.getList({ conversationSid: sid }, { signal })).data.scheduledMessages,
  })

const isOpen = ({ state }: ScheduledMessage) => state === 'waiting' || state === 'held' || state === 'stopped'

/** Applies a message from a response or an event; the higher of two versions wins. */
export function takeScheduled(cache: QueryClient, message: ScheduledMessage) {
  cache.setQueryData(scheduledQuery(message.conversationSid).queryKey, (list) => {
    if (!list) return list
    const before = list.find(({ sid }) => sid === message.sid)
    if (before && before.version > message.version) return list
    const others = list.filter(({ sid }) => sid !== message.sid)
    if (!isOpen(message)) return others
    return [...others, message].toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  })
}

/**
 * The send gate's verdict: refetched when its inputs change, and every minute because it depends on the time of day.
 */
export const sendPreviewQuery = (conversation: Conversation, viaSid?: string) => {
  const { sid, contact, lastMessage } = conversation
  const { isBlocked, isOptedOut, lineType } = contact
  const lastInbound = lastMessage && !lastMessage.isOutgoingMessage ? lastMessage.index : null
  const states = conversation.merged?.map((pair) => `${pair.isBlocked} ${pair.isOptedOut}`).join()
  return queryOptions({
    queryKey: ['send-preview', sid, isBlocked, isOptedOut, lineType, lastInbound, viaSid, states] as const,
    queryFn: async ({ signal }) => (await api.sending.preview({ conversationSid: sid, viaSid }, { signal })).data,
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
}
