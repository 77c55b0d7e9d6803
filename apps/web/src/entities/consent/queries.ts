import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

/** Texts that may ask for no more texts, oldest first. Refetched when one arrives or is decided about. */
export const consentReviewsQuery = infiniteQueryOptions({
  queryKey: ['consent-reviews'],
  queryFn: ({ pageParam, signal }) => api.consent.getReviews({ ...(pageParam && { cursor: pageParam }) }, { signal }),
  initialPageParam: FIRST_CURSOR,
  getNextPageParam: (page) => page.nextCursor,
})
