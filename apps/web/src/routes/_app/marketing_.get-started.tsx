import { createFileRoute } from '@tanstack/react-router'
import { locationsQuery } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { GetStartedScreen } from '../../features/marketing/GetStartedScreen.tsx'

export const Route = createFileRoute('/_app/marketing_/get-started')({
  loader: ({ context: { cache } }) => {
    void cache.prefetchQuery(phoneNumbersQuery)
    void cache.prefetchQuery(locationsQuery)
  },
  component: GetStartedScreen,
})
