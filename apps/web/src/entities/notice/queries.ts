import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The newest version there is, and how to reach those who run Frontdesk. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: async () => (await api.notices.getVersion()).data,
})

/** Notices to this business: maintenance, news. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async () => (await api.notices.get()).data,
})

export const useSupportEmail = () => useQuery(versionQuery).data?.supportEmail ?? null
