import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

// Under the key of the locations, so that an event about a location invalidates these as well.
export const locationOverviewQuery = queryOptions({
  queryKey: ['locations', 'overview'],
  queryFn: async () => (await api.locations.getOverview()).locations,
})

export const locationConsequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['locations', 'consequences', id],
    queryFn: () => api.locations.getConsequences({ id }),
    staleTime: 0,
  })
