import { createFileRoute } from '@tanstack/react-router'
import { contactStatusesQuery } from '../../../../entities/status/queries.ts'
import { ContactStatusesScreen } from '../../../../features/contact-statuses/ContactStatusesScreen.tsx'

export const Route = createFileRoute('/_app/settings/contacts/statuses')({
  loader: ({ context }) => void context.cache.prefetchQuery(contactStatusesQuery),
  component: ContactStatusesScreen,
})
