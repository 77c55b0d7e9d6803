import { createFileRoute } from '@tanstack/react-router'
import { tagUseQuery } from '../../../../entities/contact/queries.ts'
import { contactFieldsQuery } from '../../../../entities/contact-field/queries.ts'
import { ContactSettingsScreen } from '../../../../features/contact-settings/ContactSettingsScreen.tsx'

export const Route = createFileRoute('/_app/settings/contacts/')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(contactFieldsQuery)
    void cache.prefetchQuery(tagUseQuery)
  },
  component: ContactSettingsScreen,
})
