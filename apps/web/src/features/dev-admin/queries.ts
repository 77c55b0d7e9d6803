import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'

export const setNoticesQuery = queryOptions({
  queryKey: ['dev-admin', 'notices'],
  queryFn: async () => (await api.devAdmin.get()).data,
})

export const browserErrorsQuery = queryOptions({
  queryKey: ['dev-admin', 'browser-errors'],
  queryFn: async () => (await api.devAdmin.getBrowserErrors()).data.errors,
})

export const demoQuery = queryOptions({
  queryKey: ['dev-admin', 'demo'],
  queryFn: async () => (await api.devAdmin.getDemo()).data,
})

export const tenantsQuery = (login: string) =>
  infiniteQueryOptions({
    queryKey: ['dev-admin', 'tenants', login],
    queryFn: async ({ pageParam }) => (await api.devAdmin.getTenants({ login, before: pageParam })).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ tenants, hasMore }) => (hasMore ? tenants.at(-1)?.tenantId : undefined),
  })
