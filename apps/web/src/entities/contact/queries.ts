import type { ContactCriteria, ContactDuplicatePosition } from '@frontdesk/contract/api'
import { type ActivityFilter, type ContactOrdering, PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { storedValue } from '../../lib/stored-value.ts'

/** Everything that shows contacts, apart from conversations. */
export const CONTACTS_KEY = ['contacts']
/** Charts of subscribers. The same events change them, but they are refetched less often, as counting takes longer. */
export const CONTACT_TRENDS_KEY = ['contact-trends']

const LISTS_KEY = [...CONTACTS_KEY, 'list']
const ONE_KEY = [...CONTACTS_KEY, 'one']

/** Queries that show the conversations and latest activity of contacts, which change without the contact. */
export const ACTIVITY_KEYS = [LISTS_KEY, ONE_KEY]

const CONTACT_PAGE_SIZE = 50

/** How many contacts this device loads at a time. */
export const contactPageSize = storedValue<number>(
  'frontdesk.contact-page-size',
  (stored) => PAGE_SIZE_OPTIONS.find((size) => size === stored) ?? CONTACT_PAGE_SIZE,
)

export const contactList = (criteria: ContactCriteria, ordering: ContactOrdering, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: [...LISTS_KEY, criteria, ordering, pageSize],
    queryFn: ({ pageParam, signal }) =>
      api.contactList.getList(
        { ...criteria, ...ordering, pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** For criteria whose total the list itself does not know. */
export const contactCount = (criteria: ContactCriteria) =>
  queryOptions({
    queryKey: [...CONTACTS_KEY, 'count', criteria],
    queryFn: ({ signal }) => api.contactList.count(criteria, { signal }),
    placeholderData: keepPreviousData,
  })

/** The tags contacts have, and how many have each. */
export const tagUseQuery = queryOptions({
  queryKey: [...CONTACTS_KEY, 'tags'],
  queryFn: async () => (await api.contactList.getTags()).tags,
})

export const usedTagsQuery = queryOptions({ ...tagUseQuery, select: (tags) => tags.map(({ tag }) => tag) })

export const contactById = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id],
    queryFn: ({ signal }) => api.contacts.get({ id }, { signal }),
  })

/** The contact with a number as it was typed; null if there is none that the viewer may see. */
export const contactByPhone = (phoneNumber: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, 'phone', phoneNumber],
    queryFn: async ({ signal }) => (await api.contacts.getByPhone({ phoneNumber }, { signal })).contact,
    retry: false,
  })

/** Whether a contact may be texted, with the newest records of their consent. */
export const contactConsent = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id, 'consent'],
    queryFn: ({ signal }) => api.consent.get({ contactId: id }, { signal }),
  })

/** Every record of a contact's consent. Loads all pages first, because evidence must be complete. */
export const contactEvidence = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id, 'evidence'],
    queryFn: async ({ signal }) => {
      let page = await api.consent.get({ contactId: id, pageSize: 100 }, { signal })
      const events = [...page.events]
      while (page.nextCursor !== null) {
        page = await api.consent.get({ contactId: id, pageSize: 100, cursor: page.nextCursor }, { signal })
        events.push(...page.events)
      }
      return { numbers: page.numbers, events }
    },
  })

/** Activities of a contact, newest first. */
export const contactActivities = (id: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...ONE_KEY, id, 'activities', filter],
    queryFn: ({ pageParam, signal }) =>
      api.contactActivities.getList({ contactId: id, filter, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
  })

/** Totals over the conversations with a contact. */
export const contactSummary = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id, 'summary'],
    queryFn: ({ signal }) => api.timeline.getSummary({ contactId: id }, { signal }),
  })

/** The contacts that a few letters or digits may mean. */
export const contactSuggestions = (searchTerm: string) =>
  queryOptions({
    queryKey: [...CONTACTS_KEY, 'suggestions', searchTerm],
    queryFn: async ({ signal }) => (await api.contacts.suggest({ searchTerm }, { signal })).contacts,
    placeholderData: keepPreviousData,
  })

/** Contacts that were merged into a contact. */
export const contactMerges = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id, 'merges'],
    queryFn: async ({ signal }) => (await api.contactMerging.list({ id }, { signal })).merges,
  })

/**
 * Pairs of contacts that may be the same person. Reading them walks through an index of all contacts, so they are not
 * refetched with every change of a contact.
 */
export const duplicatesQuery = infiniteQueryOptions({
  queryKey: ['contact-duplicates'],
  queryFn: ({ pageParam, signal }) =>
    api.contactDuplicates.list({ ...(pageParam && { after: pageParam }) }, { signal }),
  initialPageParam: null as ContactDuplicatePosition | null,
  getNextPageParam: (page) => page.nextAfter,
  staleTime: 300_000,
})

/** Contacts that look like one that is being added, at all locations that the viewer sees. */
export const similarContacts = (look: { name: string; email: string | undefined }) =>
  queryOptions({
    queryKey: [...CONTACTS_KEY, 'similar', look],
    queryFn: async ({ signal }) => (await api.contactDuplicates.find(look, { signal })).contacts,
  })
