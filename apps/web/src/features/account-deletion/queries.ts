import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const deletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: async () => (await api.accountDeletion.get()).data.deletion,
})

export const exportQuery = queryOptions({
  queryKey: ['account-export'],
  queryFn: async () => (await api.accountDeletion.getExport()).data.export,
})
