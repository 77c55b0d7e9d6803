import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './error-code.ts'

/** Events keep the cache fresh, so focusing the window refetches nothing. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) => isUnreachable(error) && count < 3,
        retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
      },
      mutations: { networkMode: 'always' },
    },
  })
  refetchOvertaken(client)
  return client
}

/**
 * Fetches a query again that was invalidated during its first fetch. React Query would keep the response to that fetch,
 * which may be older than the event that invalidated it; later fetches are canceled and repeated.
 */
function refetchOvertaken(client: QueryClient): void {
  const overtaken = new Set<string>()
  client.getQueryCache().subscribe((event) => {
    const { queryHash, queryKey, state } = event.query
    if (event.type === 'removed') overtaken.delete(queryHash)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'fetch') overtaken.delete(queryHash)
    if (action.type === 'invalidate' && state.fetchStatus !== 'idle' && state.data === undefined)
      overtaken.add(queryHash)
    if (action.type === 'success' && !action.manual && overtaken.delete(queryHash))
      void client.invalidateQueries({ queryKey, exact: true })
  })
}
