import { createFileRoute } from '@tanstack/react-router'
import { PlanScreen } from '../../../features/subscription/PlanScreen.tsx'
import { subscriptionQuery } from '../../../lib/subscription.ts'

export const Route = createFileRoute('/_app/settings/billing-and-plans')({
  loader: ({ context }) => {
    void context.cache.prefetchQuery(subscriptionQuery)
  },
  component: PlanScreen,
})
