import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** No event says when an invitation was sent. */
const LOOK_AFTER_INVITES_MS = 15_000

export const teamKeys = { all: ['team'] as const }

export const teamQuery = queryOptions({
  queryKey: [...teamKeys.all, 'members'],
  queryFn: () => api.team.getTeam(),
  refetchInterval: ({ state }) =>
    state.data?.members.some(({ invitedAt }) => invitedAt !== null) ? LOOK_AFTER_INVITES_MS : false,
})

export const rolesQuery = queryOptions({
  queryKey: [...teamKeys.all, 'roles'],
  queryFn: async () => (await api.team.getRoles()).roles,
})
