import type { Message } from '@frontdesk/contract/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { conversationKeys } from '../conversation/queries.ts'

type Before = { conversationSid: string; index: number }[]

/** The index of the first loaded message of each conversation. */
function firstIndexes(items: readonly Message[], previous: Before): Before {
  const first = new Map(previous.map(({ conversationSid, index }) => [conversationSid, index]))
  for (const { conversationSid, index } of items) {
    first.set(conversationSid, Math.min(index, first.get(conversationSid) ?? index))
  }
  return [...first].map(([conversationSid, index]) => ({ conversationSid, index }))
}

/** All messages with a contact over all numbers; the newest page first. */
export const contactTimeline = (contactId: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationKeys.timelines, contactId],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await api.timeline.getList({ contactId, before: pageParam }, { signal })
      return { ...data, before: firstIndexes(data.items, pageParam) }
    },
    initialPageParam: [] as Before,
    getNextPageParam: ({ hasPrevPage, before }) => (hasPrevPage ? before : undefined),
  })

/** Media of all conversations with a contact, newest first. */
export const contactMedia = (contactId: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationKeys.mediaOfContact, contactId],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await api.timeline.getByKind({ contactId, kind: 'media', before: pageParam }, { signal })
      return { ...data, before: firstIndexes(data.items, pageParam) }
    },
    initialPageParam: [] as Before,
    getNextPageParam: ({ hasPrevPage, before }) => (hasPrevPage ? before : undefined),
  })
