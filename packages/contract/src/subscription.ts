import { z } from 'zod'
import { GRANDFATHER_CUTOFF } from './constants.ts'
import { endpoint, wrapped } from './endpoint.ts'
import { InstantInput } from './instants.ts'
import { words } from './words.ts'

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The tiers of spec section 6 by `subscriptionRank`. */
export const PLAN_TIERS = { basic: 1, base: 2, pro: 3, ultimate: 4 } as const
export type PlanTier = keyof typeof PLAN_TIERS

/** Spec section 3. The totals are what was agreed with this business; null where the tier decides. */
export const Subscription = z.object({
  isSubscribed: z.boolean().describe('Whether the subscription or trial is active.'),
  isApplePayment: z.boolean(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  currentPeriodEnd: z.iso.datetime().nullable(),
  createdOnUtc: z.iso.datetime(),
  subscriptionName: z.string(),
  subscriptionRank: z.int(),
  isDemoAccount: z.boolean(),
  hasMultiLocation: z.boolean(),
  hasAIAutomatedReplies: z.boolean(),
  hasAIBookingAssistant: z.boolean(),
  hasAIVoiceCalls: z.boolean(),
  totalTeamMembers: z.int().nullable(),
  totalPhoneNumbers: z.int().nullable(),
  totalDeskPhones: z.int().nullable(),
})
export type Subscription = z.infer<typeof Subscription>

export const PlanLimits = z.object({
  teamMembers: z.int(),
  phoneNumbers: z.int(),
  deskPhones: z.int(),
  locations: z.int().nullable().describe('Null: unlimited.'),
})
export type PlanLimits = z.infer<typeof PlanLimits>

/** Current usage; a pending invitation counts as a team member. */
export const PlanUsage = z.object({ teamMembers: z.int(), phoneNumbers: z.int(), locations: z.int() })
export type PlanUsage = z.infer<typeof PlanUsage>

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

/** What a dev admin may change until payments do it. */
export const SubscriptionChange = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  subscriptionName: words().min(1).max(60),
  subscriptionRank: z.int().min(1).max(4),
  currentPeriodEnd: InstantInput.nullable(),
  isApplePayment: z.boolean(),
  isDemoAccount: z.boolean(),
  hasMultiLocation: z.boolean(),
  hasAIAutomatedReplies: z.boolean(),
  hasAIBookingAssistant: z.boolean(),
  hasAIVoiceCalls: z.boolean(),
  totalTeamMembers: z.int().min(1).max(10_000).nullable(),
  totalPhoneNumbers: z.int().min(1).max(10_000).nullable(),
  totalDeskPhones: z.int().min(1).max(10_000).nullable(),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const SubscriptionState = z.object({
  subscription: Subscription,
  limits: PlanLimits,
  usage: PlanUsage,
  isDevAdmin: z.boolean(),
})
export type SubscriptionState = z.infer<typeof SubscriptionState>

const service = { tags: ['subscription'] }

export const subscription = {
  check: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/subscription/Subscription/check',
      summary: 'Checks whether the business has an active subscription or trial',
      ...service,
    })
    .output(wrapped(z.object({ isSubscribed: z.boolean(), status: z.enum(SUBSCRIPTION_STATUSES) }))),

  get: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/subscription/Subscription/get',
      summary: 'Returns the subscription of the business and what it includes',
      ...service,
    })
    .output(wrapped(SubscriptionState)),
}
