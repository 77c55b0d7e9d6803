import { ConversationFilter, type ListedContact } from '@frontdesk/contract/api'
import {
  phoneSearchDigits,
  SEARCH_CONTACTS_MAX,
  SEARCH_CONVERSATIONS_MAX,
  SEARCH_GROUPS_MAX,
} from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { listRows } from '../contact-list/index.ts'
import { listConversations, type OwnConversationRow } from '../conversations/index.ts'
import { searchGroups } from '../groups/index.ts'
import { type MessageResults, searchMessages } from './search-messages.ts'

interface Search {
  text: string
  locationIDs?: string[] | undefined
  pageSize: number
}

interface Results {
  conversations: OwnConversationRow[]
  contacts: ListedContact[]
  groups: { id: string; name: string }[]
  messages: MessageResults
}

/**
 * Searches people, numbers, groups and message texts by one term. Each query applies the visibility predicate itself.
 */
export async function searchAll(tx: TenantTx, actor: Actor, search: Search, now: string): Promise<Results> {
  const { locationIDs } = search
  const digits = phoneSearchDigits(search.text)
  const filter = ConversationFilter.parse({
    openCloseState: 'all',
    ...(digits ? { searchPhoneNumber: digits.slice(0, 40) } : { searchName: search.text.slice(0, 120) }),
    locationIDs,
    pageSize: SEARCH_CONVERSATIONS_MAX,
  })
  const [{ conversations }, contacts, groups, messages] = await Promise.all([
    listConversations(tx, actor, filter),
    searchContacts(tx, actor, search),
    searchGroups(tx, actor, { text: search.text, locationIDs, limit: SEARCH_GROUPS_MAX }),
    searchMessages(tx, actor, search, now),
  ])
  return { conversations, contacts, groups, messages }
}

/** The contacts that the list finds with this term, latest activity first. */
async function searchContacts(
  tx: TenantTx,
  actor: Actor,
  { text, locationIDs }: Pick<Search, 'text' | 'locationIDs'>,
): Promise<ListedContact[]> {
  const { contacts } = await listRows(tx, actor, {
    searchTerm: text,
    locationIDs,
    orderBy: 'lastActivityOnUtc',
    orderByDesc: true,
    pageNumber: 1,
    pageSize: SEARCH_CONTACTS_MAX,
  })
  return contacts
}
