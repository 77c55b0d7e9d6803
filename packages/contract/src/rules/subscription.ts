import type { PlanLimits, Subscription } from '../api/subscription.ts'
import { GRANDFATHER_CUTOFF } from './constants.ts'

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** Tiers by `subscriptionRank`. */
export const PLAN_TIERS = { basic: 1, base: 2, pro: 3, ultimate: 4 } as const
export type PlanTier = keyof typeof PLAN_TIERS

/** Whether a subscription reaches a tier; demo accounts count as pro and ultimate. */
export const reachesTier = (
  { subscriptionRank, isDemoAccount }: Pick<Subscription, 'subscriptionRank' | 'isDemoAccount'>,
  tier: PlanTier,
): boolean =>
  tier === 'basic'
    ? subscriptionRank === PLAN_TIERS.basic
    : subscriptionRank >= PLAN_TIERS[tier] || (isDemoAccount && tier !== 'base')

/** Limits of a subscription. */
export function limitsFor(
  subscription: Pick<
    Subscription,
    | 'subscriptionRank'
    | 'isDemoAccount'
    | 'hasMultiLocation'
    | 'totalTeamMembers'
    | 'totalPhoneNumbers'
    | 'totalDeskPhones'
  >,
): PlanLimits {
  const isPro = reachesTier(subscription, 'pro')
  const { totalTeamMembers, totalPhoneNumbers, totalDeskPhones } = subscription
  return {
    teamMembers: totalTeamMembers || (isPro ? 10 : 5),
    phoneNumbers: totalPhoneNumbers || 1,
    deskPhones: totalDeskPhones && totalDeskPhones > 1 ? totalDeskPhones : isPro ? 1 : 0,
    locations: isPro || subscription.hasMultiLocation ? null : 1,
  }
}

export type ExpiredPath = '/payment/trial-expired' | '/payment/subscription-expired'

/** Page to redirect to when the subscription has ended; null for none. */
export function expiredPath({
  subscription: { status, isSubscribed, isApplePayment, currentPeriodEnd, createdOnUtc },
  isDevAdmin,
  now,
}: {
  subscription: Pick<Subscription, 'status' | 'isSubscribed' | 'isApplePayment' | 'currentPeriodEnd' | 'createdOnUtc'>
  isDevAdmin: boolean
  /** In milliseconds since 1970. */
  now: number
}): ExpiredPath | null {
  if (isDevAdmin || Date.parse(createdOnUtc) < Date.parse(GRANDFATHER_CUTOFF)) return null
  if (isApplePayment && currentPeriodEnd !== null && Date.parse(currentPeriodEnd) < now) {
    return '/payment/subscription-expired'
  }
  if (isSubscribed) return null
  if (status === 'trialing' || status === 'past_due') return '/payment/trial-expired'
  return status === 'canceled' ? '/payment/subscription-expired' : null
}

/** Features a trial does not include; the web app shows the upgrade dialog instead. */
const TRIAL_GATED = ['import', 'export', 'review-invite', 'voicemail', 'attachment', 'call'] as const
export type TrialGated = (typeof TRIAL_GATED)[number]

/** Whether trial restrictions apply; they don't for dev admins. */
export const isOnTrial = ({ status }: Pick<Subscription, 'status'>, isDevAdmin: boolean): boolean =>
  status === 'trialing' && !isDevAdmin
