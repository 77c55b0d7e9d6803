import type { ConversationFilter } from './conversation-filter.ts'

/** What narrows the inbox list, and its order; the rest of the contract's filter is paging. */
export type ListFilter = Omit<ConversationFilter, 'pageNumber' | 'pageSize' | 'cursor'> & { isClosed: boolean }
