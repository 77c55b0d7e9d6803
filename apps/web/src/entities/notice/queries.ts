import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The newest version, and how to reach the operators of Frontdesk. */
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
