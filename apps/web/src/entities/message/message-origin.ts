import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Why a message was sent. Loaded on demand, because links in it may have lost their target since. */
export const messageOriginQuery = (sid: string) =>
  queryOptions({
    queryKey: ['message-origin', sid],
    queryFn: async ({ signal }) => (await api.messageOrigins.get({ sid }, { signal })).data,
    staleTime: 0,
  })
