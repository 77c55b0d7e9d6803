import { createFileRoute } from '@tanstack/react-router'
import { DeleteAccountScreen } from '../../../features/account-deletion/DeleteAccountScreen.tsx'
import { deletionQuery } from '../../../features/account-deletion/queries.ts'

export const Route = createFileRoute('/_app/settings/delete-account')({
  loader: ({ context }) => void context.cache.prefetchQuery(deletionQuery),
  component: DeleteAccountScreen,
})
