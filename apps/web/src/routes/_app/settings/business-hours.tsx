import { createFileRoute } from '@tanstack/react-router'
import { businessHoursQuery } from '../../../entities/business-hours/queries.ts'
import { BusinessHoursScreen } from '../../../features/business-hours/BusinessHoursScreen.tsx'

export const Route = createFileRoute('/_app/settings/business-hours')({
  loader: ({ context }) => void context.cache.prefetchQuery(businessHoursQuery),
  component: BusinessHoursScreen,
})
