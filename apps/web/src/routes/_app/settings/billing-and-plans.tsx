import { createFileRoute } from '@tanstack/react-router'
import { subscriptionQuery } from '../../../entities/subscription/queries.ts'
import { PlanScreen } from '../../../features/subscription/PlanScreen.tsx'

export const Route = createFileRoute('/_app/settings/billing-and-plans')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(subscriptionQuery)
  },
  component: PlanScreen,
})
