import type { Presence } from '@frontdesk/contract/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Everyone in the business with name, picture and presence; kept fresh by events. */
export const teammatesQuery = queryOptions({
  queryKey: ['teammates'],
  queryFn: async () => (await api.presence.getList()).data.people,
})

const NOBODY: Presence[] = []

export const useTeammates = (): Presence[] => useQuery(teammatesQuery).data ?? NOBODY

const OWNERS_NAMED = 3

/** The names of the owners, for texts that say who can help: Olivia Hart or Ann Lee. Empty until loaded. */
export function useOwnerNames(): string {
  const owners = useTeammates().filter(({ isOwner }) => isOwner)
  const names = owners.slice(0, OWNERS_NAMED).map(({ userName }) => userName)
  return new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'disjunction' }).format(names)
}

/** The presence dot beside a person's picture; none if offline. */
export const dotOf = (person: Presence | undefined): 'active' | 'away' | undefined =>
  person?.session ? (person.isActive ? 'active' : 'away') : undefined
