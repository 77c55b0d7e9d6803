import { createFileRoute } from '@tanstack/react-router'
import { PhoneNumbersScreen } from '../../../features/phone-numbers/PhoneNumbersScreen.tsx'
import { locationsQuery } from '../../../lib/locations.ts'
import { ourNumbersQuery } from '../../../lib/our-numbers.ts'

export const Route = createFileRoute('/_app/settings/frontdesk-phone-numbers')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(ourNumbersQuery)
    void context.cache.prefetchQuery(locationsQuery)
  },
  component: PhoneNumbersScreen,
})
