import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const teamKeys = { all: ['team'] as const }

export const teamQuery = queryOptions({
  queryKey: [...teamKeys.all, 'members'],
  queryFn: () => api.team.getTeam(),
})

export const rolesQuery = queryOptions({
  queryKey: [...teamKeys.all, 'roles'],
  queryFn: async () => (await api.team.getRoles()).roles,
})
