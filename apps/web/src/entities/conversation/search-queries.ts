import type { ContactSuggestion, Conversation, Group, MessageHit } from '@frontdesk/contract/api'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { conversationVersions } from './conversation-versions.ts'
import { conversationKeys } from './queries.ts'

export interface SearchPage {
  /** People and groups are on the first page only. */
  conversations: Conversation[]
  contacts: ContactSuggestion[]
  groups: Pick<Group, 'sid' | 'name'>[]
  hits: MessageHit[]
  nextCursor: string | null
}

/** People, numbers and groups with a search term, and the messages with its words, newest first, page by page. */
export const searchResults = (text: string, locationID: string | null) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.results(text, locationID),
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      const input = { text, ...(locationID && { locationIDs: [locationID] }) }
      if (pageParam !== undefined) {
        const { data } = await api.messageSearch.search({ ...input, cursor: pageParam }, { signal })
        for (const conversation of data.conversations) conversationVersions.remember(conversation)
        return { conversations: [], contacts: [], groups: [], hits: data.hits, nextCursor: data.nextCursor }
      }
      const { conversations, contacts, groups, messages } = (await api.messageSearch.searchAll(input, { signal })).data
      for (const conversation of messages.conversations) conversationVersions.remember(conversation)
      return {
        conversations: conversations.map((conversation) => conversationVersions.remember(conversation)),
        contacts,
        groups,
        hits: messages.hits,
        nextCursor: messages.nextCursor,
      }
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // A name may have changed since; events keep only the lists fresh.
    staleTime: 10_000,
    gcTime: 5 * 60_000,
  })
