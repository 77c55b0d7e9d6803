import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const ownProfile = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await api.profile.getProfile()).data,
})
