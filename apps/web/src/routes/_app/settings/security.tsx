import { createFileRoute } from '@tanstack/react-router'
import { ownSessionsQuery, securityQuery } from '../../../features/accounts/queries.ts'
import { SecurityScreen } from '../../../features/accounts/SecurityScreen.tsx'

export const Route = createFileRoute('/_app/settings/security')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(securityQuery)
    void context.cache.prefetchQuery(ownSessionsQuery)
  },
  component: SecurityScreen,
})
