import type { SubscriptionState } from '@frontdesk/contract/api'
import { isOnTrial, type TrialGated } from '@frontdesk/contract/rules'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { isUnreachable } from '../../lib/error-code.ts'
import { openModal } from '../../ui/modal/modals.ts'

/** The request is retried for about half an hour before a failure signs the user out. */
const ATTEMPTS = 36
const LONGEST_WAIT_MS = 60_000
const HOUR_MS = 60 * 60_000

/** Time until the next refetch: the end of the period, or an hour. */
function untilEnd(state: SubscriptionState | undefined): number {
  const left = Date.parse(state?.subscription.currentPeriodEnd ?? '') - Date.now()
  return left > 0 ? Math.min(left + 1000, HOUR_MS) : HOUR_MS
}

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () => (await api.subscription.get()).data,
  retry: (count, error) => isUnreachable(error) && count < ATTEMPTS,
  retryDelay: (count) => Math.min(1000 * 2 ** count, LONGEST_WAIT_MS),
  // A trial ends while the page is open, and the page follows at that moment.
  refetchInterval: ({ state }) => untilEnd(state.data),
})

const DAY_MS = 24 * HOUR_MS

/** Whole days left in a running trial, the present one counted; null without one. */
export function trialDaysLeft(state: SubscriptionState | undefined, now = Date.now()): number | null {
  const { status, currentPeriodEnd } = state?.subscription ?? {}
  if (status !== 'trialing' || !currentPeriodEnd) return null
  return Math.max(0, Math.ceil((Date.parse(currentPeriodEnd) - now) / DAY_MS))
}

export const useSubscription = () => useQuery(subscriptionQuery).data

/** Opens a feature that a trial does not include; on a trial, opens the plans. Loads the subscription if needed. */
export function useTrialGate() {
  const cache = useQueryClient()
  const subscription = useSubscription()
  return (feature: TrialGated, open: () => void) => {
    const decide = (state: typeof subscription) => {
      if (state && isOnTrial(state.subscription, state.isDevAdmin)) openModal('upgrade-to-use-feature', { feature })
      else open()
    }
    if (subscription) decide(subscription)
    // The server enforces the plan, so don't keep the user waiting without a response.
    else
      void cache.ensureQueryData({ ...subscriptionQuery, retry: false }).then(
        (state) => decide(state),
        () => decide(undefined),
      )
  }
}
