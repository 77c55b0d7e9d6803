import {
  type BulkAction,
  type Conversation,
  type ConversationFilter,
  type ConversationStats,
  type ListFilter,
  type MessageHit,
  phoneSearchDigits,
  type View,
} from '@frontdesk/contract'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { fetchThread } from '../message/thread-messages.ts'
import { knownConversations } from './known-conversations.ts'

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
  /** Of contacts; followed by the contact's id. */
  notes: ['notes'] as const,
  timelines: ['timelines'] as const,
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
        conversations: data.conversations.map((conversation) => knownConversations.remember(conversation)),
        paging: { nextCursor: paging.nextCursor, totalItems: paging.totalItems },
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Conversations that stayed the same are the same objects already; compared place by place, a list that moved by one
    // would be compared whole.
    structuralSharing: false,
  })

/** The actions over many conversations that this person started of late; kept fresh by events. */
export const bulkActionsQuery = queryOptions({
  queryKey: ['bulk-actions'],
  queryFn: async () => (await api.bulkActions.getList()).data.actions,
})

/** The newest state of an action; events and answers overtake each other, and it only ever gets further. */
export function putBulkAction(actions: BulkAction[] | undefined, action: BulkAction): BulkAction[] {
  const before = actions?.find(({ id }) => id === action.id)
  if (!before) return [action, ...(actions ?? [])]
  const isOlder = before.done > action.done || (before.state !== 'running' && action.state === 'running')
  return isOlder ? (actions ?? []) : (actions ?? []).map((one) => (one.id === action.id ? action : one))
}

/** With the totals: whatever changes those may change these. A view that comes is counted at once. */
export const viewCounts = (locationID: string | null, views: readonly View[]) =>
  queryOptions({
    queryKey: [...conversationKeys.stats, 'views', locationID ?? 'all', views.map(({ id }) => id)],
    enabled: views.length > 0,
    queryFn: async ({ signal }) => (await api.views.count({ locationID }, { signal })).data.counts,
    placeholderData: keepPreviousData,
  })

export const conversationStats = (locationIDs: string[] | undefined, isClosed = false) =>
  queryOptions({
    queryKey: [...conversationKeys.totals, locationIDs ?? 'all', isClosed],
    queryFn: async ({ signal }): Promise<ConversationStats> =>
      (await api.conversations.getStats({ locationIDs, isClosed }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export interface SearchPage {
  /** On the first page only. */
  conversations: Conversation[]
  hits: MessageHit[]
  nextCursor: string | null
}

/** People and numbers with a search term, and the messages with its words, newest first, page by page. */
export const searchResults = (text: string, locationID: string | null) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.results(text, locationID),
    queryFn: async ({ pageParam, signal }): Promise<SearchPage> => {
      const input = { text, ...(locationID && { locationIDs: [locationID] }) }
      if (pageParam !== undefined) {
        const { data } = await api.messageSearch.search({ ...input, cursor: pageParam }, { signal })
        for (const conversation of data.conversations) knownConversations.remember(conversation)
        return { conversations: [], hits: data.hits, nextCursor: data.nextCursor }
      }
      const { conversations, messages } = (await api.messageSearch.searchAll(input, { signal })).data
      for (const conversation of messages.conversations) knownConversations.remember(conversation)
      return {
        conversations: conversations.map((conversation) => knownConversations.remember(conversation)),
        hits: messages.hits,
        nextCursor: messages.nextCursor,
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // A name may have changed since; events keep only the lists fresh.
    staleTime: 10_000,
    gcTime: 5 * 60_000,
  })

const SID = /^CH[0-9a-f]{32}$/

export const conversationBySid = (sid: string) =>
  queryOptions({
    queryKey: conversationKeys.one(sid),
    queryFn: async ({ signal }): Promise<Conversation> => {
      // The server would call it malformed; to people it is an address that leads nowhere.
      if (!SID.test(sid)) throw Object.assign(new Error('No such conversation'), { code: 'ConversationNotFound' })
      return knownConversations.rememberRead((await api.conversations.getBySid({ sid }, { signal })).data)
    },
    // The panes come one after the other; what the first was refused the others need not ask for again.
    retryOnMount: false,
    // What the list already knows is shown at once.
    initialData: () => knownConversations.get(sid),
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

/** The short links sent in a conversation; clicks come in without an event, so they are asked for again. */
export const shortLinksOf = (sid: string) =>
  queryOptions({
    queryKey: ['short-links', 'of-conversation', sid],
    queryFn: async ({ signal }) =>
      (await api.shortLinks.getList({ conversationSid: sid, pageSize: 100 }, { signal })).data.shortLinks,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

export const assigneesOf = (sid: string) =>
  queryOptions({
    queryKey: ['conversations', 'assignees', sid],
    queryFn: async ({ signal }) => (await api.assignment.getList({ sid }, { signal })).data.assignees,
    staleTime: 0,
  })

export const contactNotes = (contactId: string) =>
  queryOptions({
    queryKey: [...conversationKeys.notes, contactId],
    queryFn: async ({ signal }) => (await api.notes.getList({ contactId }, { signal })).data.notes,
  })

export const mediaKey = (sid: string) => ['conversation-media', sid] as const

export const mediaOf = (sid: string) =>
  infiniteQueryOptions({
    queryKey: mediaKey(sid),
    queryFn: async ({ pageParam, signal }) =>
      (await api.contacts.getMedia({ sid, beforeIndex: pageParam }, { signal })).data,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ hasMore, items }) => (hasMore ? items.at(-1)?.index : undefined),
  })

export const activitiesKey = (sid: string) => ['conversation-activities', sid] as const

export const activitiesOf = (sid: string) =>
  infiniteQueryOptions({
    queryKey: activitiesKey(sid),
    queryFn: async ({ pageParam, signal }) =>
      (await api.conversations.getActivities({ sid, beforeIndex: pageParam }, { signal })).data,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ hasMore, items }) => (hasMore ? items.at(-1)?.index : undefined),
  })
