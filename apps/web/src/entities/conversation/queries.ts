import type { Conversation, ConversationFilter, ConversationStats, ListFilter } from '@frontdesk/contract/api'
import { phoneSearchDigits } from '@frontdesk/contract/rules'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { fetchThread } from '../message/thread-messages.ts'
import { conversationVersions } from './conversation-versions.ts'

export interface ConversationPage {
  conversations: Conversation[]
  paging: { nextCursor: string | null; totalItems: number | null }
}
export type ConversationPages = InfiniteData<ConversationPage>

export const conversationKeys = {
  lists: ['conversations', 'list'] as const,
  list: (filter: ListFilter) => ['conversations', 'list', filter] as const,
  stats: ['conversations', 'stats'] as const,
  totals: ['conversations', 'stats', 'totals'] as const,
  results: (text: string, locationID: string | null) => ['search-results', text, locationID] as const,
  one: (sid: string) => ['conversations', 'one', sid] as const,
  /** Followed by the contact's id. */
  notes: ['notes'] as const,
  timelines: ['timelines'] as const,
  /** Media of all conversations with a contact; followed by the contact's id. */
  mediaOfContact: ['contact-media'] as const,
  undelivered: ['conversations', 'undelivered'] as const,
  threads: ['messages'] as const,
  thread: (sid: string) => ['messages', sid] as const,
}

export const conversationList = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.list(filter),
    queryFn: async ({ pageParam, signal }): Promise<ConversationPage> => {
      const input: ConversationFilter = { ...filter, cursor: pageParam }
      const { data, paging } = await api.conversations.getList({ ...input, isLean: true }, { signal })
      return {
        conversations: data.conversations.map((conversation) => conversationVersions.remember(conversation)),
        paging: { nextCursor: paging.nextCursor, totalItems: paging.totalItems },
      }
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ paging }) => paging.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Unchanged conversations are the same objects already. Comparing by position would compare the whole list after
    // one row moved.
    structuralSharing: false,
  })

export const conversationStats = (locationIDs: string[] | undefined, isClosed = false) =>
  queryOptions({
    queryKey: [...conversationKeys.totals, locationIDs ?? 'all', isClosed],
    queryFn: async ({ signal }): Promise<ConversationStats> =>
      (await api.conversations.getStats({ locationIDs, isClosed }, { signal })).data,
    placeholderData: keepPreviousData,
  })

const SID = /^CH[0-9a-f]{32}$/

export const conversationBySid = (sid: string) =>
  queryOptions({
    queryKey: conversationKeys.one(sid),
    queryFn: async ({ signal }): Promise<Conversation> => {
      // The server would respond that the id is malformed; to people it is simply an unknown address.
      if (!SID.test(sid)) throw Object.assign(new Error('No such conversation'), { code: 'ConversationNotFound' })
      return conversationVersions.rememberRead((await api.conversations.getBySid({ sid }, { signal })).data)
    },
    // The panes mount one after the other; the later ones need not repeat a request that failed.
    retryOnMount: false,
    // The list's copy is shown at once.
    initialData: () => conversationVersions.get(sid),
  })

export const messageThread = (sid: string) =>
  queryOptions({
    queryKey: conversationKeys.thread(sid),
    queryFn: ({ client, signal }) => fetchThread(sid, () => client.getQueryData(conversationKeys.thread(sid)), signal),
  })

/** The first few conversations of a location, or of all, open or closed, whose name or phone matches a search term. */
export const findConversations = (term: string, locationID: string | null) =>
  queryOptions({
    queryKey: ['conversations', 'found', term, locationID],
    queryFn: async ({ signal }): Promise<Conversation[]> => {
      const digits = phoneSearchDigits(term)
      const search = {
        ...(digits ? { searchPhoneNumber: digits.slice(0, 40) } : { searchName: term.slice(0, 120) }),
        ...(locationID && { locationIDs: [locationID] }),
      }
      const pages = await Promise.all(
        [false, true].map((isClosed) =>
          api.conversations.getList({ ...search, isClosed, pageSize: 5, isLean: true }, { signal }),
        ),
      )
      return pages.flatMap(({ data }) => data.conversations)
    },
    // A name may have changed since; events keep only the lists fresh.
    staleTime: 10_000,
    gcTime: 60_000,
  })

/** The conversations with the contact that has a number, also with its other numbers. */
export const conversationsWith = (phoneNumber: string) =>
  queryOptions({
    queryKey: [...conversationKeys.timelines, 'conversations', phoneNumber],
    queryFn: async ({ signal }) =>
      (await api.conversations.getByPhoneNumber({ phoneNumber }, { signal })).data.conversations,
    staleTime: 60_000,
  })
