import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The short links sent in a conversation; polled, because clicks have no event. */
export const shortLinksOf = (sid: string) =>
  queryOptions({
    queryKey: ['short-links', 'of-conversation', sid],
    queryFn: async ({ signal }) =>
      (await api.shortLinks.getList({ conversationSid: sid, pageSize: 100 }, { signal })).data.shortLinks,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

export const assigneesOf = (sid: string) =>
  queryOptions({
    queryKey: ['conversations', 'assignees', sid],
    queryFn: async ({ signal }) => (await api.assignment.getList({ sid }, { signal })).data.assignees,
    staleTime: 0,
  })
