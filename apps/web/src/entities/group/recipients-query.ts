import type { RecipientOutcome } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { GROUPS_KEY } from './queries.ts'

export interface RecipientFilter {
  outcome?: RecipientOutcome
  hasReplied?: boolean
  hasClicked?: boolean
  hasOptedOut?: boolean
  searchTerm?: string
}

/** Pages read in search of a match before “Show more” is needed. */
const PAGES_MAX = 10

const readRecipients = async (query: RecipientFilter & { id: string; after?: string }, signal: AbortSignal) =>
  (await api.groupMessages.getRecipients(query, { signal })).data

export const groupRecipients = (id: string, filter: RecipientFilter) =>
  infiniteQueryOptions({
    queryKey: [...GROUPS_KEY, 'recipients', id, filter],
    queryFn: async ({ pageParam, signal }) => {
      let page = await readRecipients({ id, ...filter, ...(pageParam && { after: pageParam }) }, signal)
      // A page without matches is not the last one.
      for (let read = 1; read < PAGES_MAX && page.recipients.length === 0 && page.nextAfter !== null; read++)
        page = await readRecipients({ id, ...filter, after: page.nextAfter }, signal)
      return page
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextAfter,
    placeholderData: keepPreviousData,
  })
