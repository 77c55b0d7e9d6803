import { ConversationFilter } from '@frontdesk/contract/api'
import { phoneSearchDigits, SEARCH_CONVERSATIONS_MAX } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { listConversations, type OwnConversationRow } from '../conversations/index.ts'
import { type MessageResults, searchMessages } from './search-messages.ts'

interface Search {
  text: string
  locationIDs?: string[] | undefined
  pageSize: number
}

/** Searches people, numbers and message texts by one term. Both queries apply the visibility predicate themselves. */
export async function searchAll(
  tx: TenantTx,
  actor: Actor,
  search: Search,
  now: string,
): Promise<{ conversations: OwnConversationRow[]; messages: MessageResults }> {
  const digits = phoneSearchDigits(search.text)
  const filter = ConversationFilter.parse({
    openCloseState: 'all',
    ...(digits ? { searchPhoneNumber: digits.slice(0, 40) } : { searchName: search.text.slice(0, 120) }),
    locationIDs: search.locationIDs,
    pageSize: SEARCH_CONVERSATIONS_MAX,
  })
  const [{ conversations }, messages] = await Promise.all([
    listConversations(tx, actor, filter),
    searchMessages(tx, actor, search, now),
  ])
  return { conversations, messages }
}
