import { z } from 'zod'
import { SUBSCRIPTION_STATUSES } from '../rules/subscription.ts'
import { endpoint, wrapped } from './endpoint.ts'
import { InstantInput } from './instants.ts'
import { words } from './words.ts'

/** The totals are agreed with this business; null where the tier's limits apply. */
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

/** Fields a dev admin can change. */
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
