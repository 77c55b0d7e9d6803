import { expect, test } from 'vitest'
import type { Subscription } from '../api/subscription.ts'
import { expiredPath, isOnTrial, limitsFor, reachesTier } from './subscription.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const BEFORE = '2026-11-20T12:00:00.000Z'
const AFTER = '2026-11-22T12:00:00.000Z'

const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  isSubscribed: true,
  isApplePayment: false,
  status: 'active',
  currentPeriodEnd: AFTER,
  createdOnUtc: '2026-01-01T00:00:00.000Z',
  subscriptionName: 'Pro',
  subscriptionRank: 3,
  isDemoAccount: false,
  hasMultiLocation: false,
  hasAIAutomatedReplies: false,
  hasAIBookingAssistant: false,
  hasAIVoiceCalls: false,
  totalTeamMembers: null,
  totalPhoneNumbers: null,
  totalDeskPhones: null,
  ...changes,
})

const path = (changes: Partial<Subscription>, isDevAdmin = false) =>
  expiredPath({ subscription: aSubscription(changes), isDevAdmin, now: NOW })

test.each<[string, Partial<Subscription>, ReturnType<typeof path>]>([
  ['active', {}, null],
  ['a running trial', { status: 'trialing' }, null],
  ['a trial that has ended', { status: 'trialing', isSubscribed: false }, '/payment/trial-expired'],
  ['an unpaid one', { status: 'past_due', isSubscribed: false }, '/payment/trial-expired'],
  ['an unpaid one that still runs', { status: 'past_due' }, null],
  ['a cancelled one', { status: 'canceled', isSubscribed: false }, '/payment/subscription-expired'],
  ['a cancelled one that still runs', { status: 'canceled' }, null],
  [
    'paid through Apple, past its period',
    { isApplePayment: true, currentPeriodEnd: BEFORE },
    '/payment/subscription-expired',
  ],
  ['paid through Apple, within its period', { isApplePayment: true, currentPeriodEnd: AFTER }, null],
  [
    'an account of the day before the cut-off',
    { status: 'canceled', isSubscribed: false, createdOnUtc: '2023-02-28T23:59:59.999Z' },
    null,
  ],
  [
    'an account of the day of the cut-off',
    { status: 'canceled', isSubscribed: false, createdOnUtc: '2023-03-01T00:00:00.000Z' },
    '/payment/subscription-expired',
  ],
])('redirects to the right page: %s', (_name, changes, expected) => {
  expect(path(changes)).toBe(expected)
  expect(path(changes, true)).toBe(null)
})

test('a trial doesn’t restrict dev admins', () => {
  expect(isOnTrial(aSubscription({ status: 'trialing' }), false)).toBe(true)
  expect(isOnTrial(aSubscription({ status: 'trialing' }), true)).toBe(false)
  expect(isOnTrial(aSubscription({ status: 'past_due' }), false)).toBe(false)
})

test.each<[string, Partial<Subscription>, ReturnType<typeof limitsFor>]>([
  ['basic', { subscriptionRank: 1 }, { teamMembers: 5, phoneNumbers: 1, deskPhones: 0, locations: 1 }],
  ['base', { subscriptionRank: 2 }, { teamMembers: 5, phoneNumbers: 1, deskPhones: 0, locations: 1 }],
  [
    'base with several locations agreed',
    { subscriptionRank: 2, hasMultiLocation: true },
    { teamMembers: 5, phoneNumbers: 1, deskPhones: 0, locations: null },
  ],
  ['pro', { subscriptionRank: 3 }, { teamMembers: 10, phoneNumbers: 1, deskPhones: 1, locations: null }],
  ['ultimate', { subscriptionRank: 4 }, { teamMembers: 10, phoneNumbers: 1, deskPhones: 1, locations: null }],
  [
    'a demo account',
    { subscriptionRank: 1, isDemoAccount: true },
    { teamMembers: 10, phoneNumbers: 1, deskPhones: 1, locations: null },
  ],
  [
    'with totals agreed',
    { subscriptionRank: 2, totalTeamMembers: 30, totalPhoneNumbers: 4, totalDeskPhones: 6 },
    { teamMembers: 30, phoneNumbers: 4, deskPhones: 6, locations: 1 },
  ],
  [
    'one agreed desk phone means the tier’s default',
    { subscriptionRank: 2, totalDeskPhones: 1 },
    { teamMembers: 5, phoneNumbers: 1, deskPhones: 0, locations: 1 },
  ],
])('limits: %s', (_name, changes, expected) => {
  expect(limitsFor(aSubscription(changes))).toEqual(expected)
})

test('each tier includes those below, except that only basic is basic', () => {
  const tiers = ['basic', 'base', 'pro', 'ultimate'] as const
  const reached = (changes: Partial<Subscription>) => tiers.filter((tier) => reachesTier(aSubscription(changes), tier))
  expect(reached({ subscriptionRank: 1 })).toEqual(['basic'])
  expect(reached({ subscriptionRank: 3 })).toEqual(['base', 'pro'])
  expect(reached({ subscriptionRank: 4 })).toEqual(['base', 'pro', 'ultimate'])
  expect(reached({ subscriptionRank: 1, isDemoAccount: true })).toEqual(['basic', 'pro', 'ultimate'])
})
