import type { ConversationFilter } from './conversation-filter.ts'

/** Filters and order of the inbox list, without paging. */
export type ListFilter = Omit<ConversationFilter, 'pageNumber' | 'pageSize' | 'cursor'> & { isClosed: boolean }
