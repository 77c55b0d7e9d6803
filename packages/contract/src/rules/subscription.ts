import type { PlanLimits, Subscription } from '../api/subscription.ts'
import { GRANDFATHER_CUTOFF } from './constants.ts'

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The tiers of spec section 6 by `subscriptionRank`. */
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

/** How much of everything a subscription includes (spec section 6). */
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

/** Where somebody is led whose subscription has ended (spec section 4); null: nowhere. */
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

/** What a trial does not include: instead of its dialog comes the one that tells of the plans (spec section 4). */
export const TRIAL_GATED = ['import', 'export', 'review-invite', 'voicemail', 'attachment', 'call'] as const
export type TrialGated = (typeof TRIAL_GATED)[number]

/** A trial as far as what it does not include goes; for a dev admin it is none. */
export const isOnTrial = ({ status }: Pick<Subscription, 'status'>, isDevAdmin: boolean): boolean =>
  status === 'trialing' && !isDevAdmin
