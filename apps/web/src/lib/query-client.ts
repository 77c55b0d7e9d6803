import { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './error-code.ts'

/** Events keep the cache fresh, so focusing the window refetches nothing. */
export const createQueryClient = () =>
  new QueryClient({
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
