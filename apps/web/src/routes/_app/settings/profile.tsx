import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../../../features/profile/ProfileScreen.tsx'
import { ownProfile } from '../../../features/profile/queries.ts'

export const Route = createFileRoute('/_app/settings/profile')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(ownProfile)
  },
  component: ProfileScreen,
})
