import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The purpose of an emailed link. Fetched once, because it changes only when the link is used. */
export const accountLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['account-link', id],
    queryFn: () => api.registration.checkLink({ id }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const securityQuery = queryOptions({ queryKey: ['security'], queryFn: () => api.security.get() })

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await api.security.getSessions()).sessions,
})

export const tenantsQuery = queryOptions({
  queryKey: ['tenants'],
  queryFn: async () => (await api.security.getTenants()).tenants,
  staleTime: 60_000,
})

export const mailStatusQuery = queryOptions({
  queryKey: ['mail-status'],
  queryFn: async () => (await api.mail.getStatus()).data,
  staleTime: 60_000,
})

export const signUpOptionsQuery = queryOptions({
  queryKey: ['sign-up-options'],
  queryFn: async () => (await api.registration.getOptions()).signUp,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
