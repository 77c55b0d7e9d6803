import { createFileRoute } from '@tanstack/react-router'
import { BusinessHoursScreen } from '../../../features/business-hours/BusinessHoursScreen.tsx'
import { businessHoursQuery } from '../../../lib/settings-queries.ts'

export const Route = createFileRoute('/_app/settings/business-hours')({
  loader: ({ context }) => void context.cache.prefetchQuery(businessHoursQuery),
  component: BusinessHoursScreen,
})
