import type { AuditFilter } from '@frontdesk/contract/api'
import { PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { storedValue } from '../../lib/stored-value.ts'

const AUDIT_PAGE_SIZE = 50

/** How many entries this device loads at a time. */
export const pageSizeHere = storedValue<number>(
  'frontdesk.audit-page-size',
  (stored) => PAGE_SIZE_OPTIONS.find((size) => size === stored) ?? AUDIT_PAGE_SIZE,
)

/** No event announces new entries, so the log is fetched whenever the screen opens. */
export const auditLog = (filter: AuditFilter, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', filter, pageSize],
    queryFn: async ({ pageParam }) =>
      (await api.audit.getList({ ...filter, pageSize, ...(pageParam && { cursor: pageParam }) })).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })

export const auditActorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: async () => (await api.audit.getActors()).data.actors,
  staleTime: 0,
})
