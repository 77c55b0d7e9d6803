import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../../entities/phone-number/queries.ts'
import { PhoneNumbersScreen } from '../../../features/phone-numbers/PhoneNumbersScreen.tsx'

export const Route = createFileRoute('/_app/settings/frontdesk-phone-numbers')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(phoneNumbersQuery)
    void context.cache.prefetchQuery(locationsQuery)
  },
  component: PhoneNumbersScreen,
})
