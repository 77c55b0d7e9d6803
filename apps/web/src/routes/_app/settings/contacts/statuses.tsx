import { createFileRoute } from '@tanstack/react-router'
import { ContactStatusesScreen } from '../../../../features/contact-statuses/ContactStatusesScreen.tsx'
import { contactStatusesQuery } from '../../../../lib/settings-queries.ts'

export const Route = createFileRoute('/_app/settings/contacts/statuses')({
  loader: ({ context }) => void context.cache.prefetchQuery(contactStatusesQuery),
  component: ContactStatusesScreen,
})
