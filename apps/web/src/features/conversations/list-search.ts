import { phoneSearchDigits } from '@frontdesk/contract'
import type { ListFilter } from './queries.ts'

/** What the address says about the inbox list. */
export interface InboxSearch {
  tab?: 'closed'
  unread?: true
  q?: string
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : ''
  return {
    ...(search.tab === 'closed' && { tab: 'closed' as const }),
    ...(search.unread === true && { unread: true as const }),
    ...(q.trim() !== '' && { q: q.slice(0, 120) }),
  }
}

/** Digits are looked for among phones, words among names (spec section 5). */
export function toListFilter({ tab, unread, q }: InboxSearch, locationId: string | null): ListFilter {
  const term = q?.trim()
  const digits = term ? phoneSearchDigits(term) : null
  return {
    isClosed: tab === 'closed',
    ...(unread && { hasUnreadMessages: true }),
    ...(digits ? { searchPhoneNumber: digits.slice(0, 40) } : term ? { searchName: term } : {}),
    ...(locationId && { locationIDs: [locationId] }),
  }
}
