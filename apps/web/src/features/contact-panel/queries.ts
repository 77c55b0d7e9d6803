import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { activitiesKey, conversationKeys, mediaKey } from '../../entities/conversation/queries.ts'
import { api } from '../../lib/api.ts'
import { FIRST_INDEX } from '../../lib/first-page.ts'

export const contactNotes = (contactId: string) =>
  queryOptions({
    queryKey: [...conversationKeys.notes, contactId],
    queryFn: async ({ signal }) => (await api.notes.getList({ contactId }, { signal })).data.notes,
  })

export const mediaOf = (sid: string) =>
  infiniteQueryOptions({
    queryKey: mediaKey(sid),
    queryFn: async ({ pageParam, signal }) =>
      (await api.contacts.getMedia({ sid, beforeIndex: pageParam }, { signal })).data,
    initialPageParam: FIRST_INDEX,
    getNextPageParam: ({ hasMore, items }) => (hasMore ? items.at(-1)?.index : undefined),
  })

export const activitiesOf = (sid: string) =>
  infiniteQueryOptions({
    queryKey: activitiesKey(sid),
    queryFn: async ({ pageParam, signal }) =>
      (await api.conversations.getActivities({ sid, beforeIndex: pageParam }, { signal })).data,
    initialPageParam: FIRST_INDEX,
    getNextPageParam: ({ hasMore, items }) => (hasMore ? items.at(-1)?.index : undefined),
  })
