import type { AuditFilter } from '@frontdesk/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Nothing tells of new entries, so it is asked for whenever the screen is opened. */
export const auditLog = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', filter],
    queryFn: async ({ pageParam }) =>
      (await api.audit.getList({ ...filter, ...(pageParam && { cursor: pageParam }) })).data,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

export const auditActorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: async () => (await api.audit.getActors()).data.actors,
  staleTime: 0,
})
