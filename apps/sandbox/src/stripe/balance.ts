import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { clockOf, DAY_MS, secondsOf } from './clock.ts'
import { centsIn } from './currencies.ts'
import { makeStripeId } from './ids.ts'
import { Created, Page, Text } from './parameters.ts'
import { partial } from './partial.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'

const PENDING_SECONDS = (2 * DAY_MS) / 1000

/** Money in the balance and how it got there. */
export const balanceRoutes: StripeRoute[] = [
  route('GET', '/balance', z.strictObject({}), ({ context, accountId }) => readBalance(context, accountId)),
  route(
    'GET',
    '/balance_transactions',
    z.strictObject({
      ...Page,
      ...Created,
      currency: Text.optional(),
      payout: Text.optional(),
      source: Text.optional(),
      type: Text.optional(),
    }),
    (call) => {
      const { created, currency, payout, source, type } = call.input
      if (payout !== undefined) access(call, 'payout', payout, 'payout')
      return listObjects(call, 'balance_transaction', '/v1/balance_transactions', call.input, {
        equal: { currency: currency?.toLowerCase(), source, type },
        ranges: { created },
        ...(payout !== undefined && { payoutId: payout }),
      })
    },
  ),
  route('GET', '/balance_transactions/:id', z.strictObject({}), (call) =>
    access(call, 'balance_transaction', call.path('id')),
  ),
]

export interface NewTransaction {
  amount: number
  currency: string
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  description: string
  fees?: { amount: number; description: string }[]
  /** Available in the balance now rather than after two days. */
  isImmediate?: boolean
}

/** Moves money into or out of the balance. */
export function addTransaction(
  context: SandboxContext,
  accountId: string,
  { amount, currency, type, category, source, description, fees = [], isImmediate = true }: NewTransaction,
): Stripe.BalanceTransaction {
  const created = secondsOf(context, accountId)
  const fee = fees.reduce((sum, each) => sum + each.amount, 0)
  return context.stripe.add(
    accountId,
    'balance_transaction',
    partial<Stripe.BalanceTransaction>({
      id: makeStripeId('txn'),
      object: 'balance_transaction',
      amount,
      available_on: isImmediate ? created : created + PENDING_SECONDS,
      balance_type: 'payments',
      created,
      currency,
      description,
      exchange_rate: null,
      fee,
      fee_details: fees.map((each) => ({
        amount: each.amount,
        application: null,
        currency,
        description: each.description,
        type: 'stripe_fee',
      })),
      net: amount - fee,
      reporting_category: category,
      source,
      status: isImmediate ? 'available' : 'pending',
      type,
    }),
  )
}

/** Fees of a card payment: 2.9 % and 30 cents. */
export const cardFee = (amount: number, currency: string): number =>
  Math.round((amount * 29) / 1000) + centsIn(30, currency)

/** Fees of a bank debit: 0.8 %, at most 5 dollars. */
export const debitFee = (amount: number, currency: string): number =>
  Math.min(Math.round((amount * 8) / 1000), centsIn(500, currency))

/** Pending money whose time has come is available. */
export function releasePending(context: SandboxContext, accountId: string, { isForced = false } = {}): void {
  const now = clockOf(context, accountId) / 1000
  for (const transaction of context.stripe.list(accountId, 'balance_transaction', { equal: { status: 'pending' } }))
    if (isForced || transaction.available_on <= now)
      context.stripe.save({
        ...transaction,
        status: 'available',
        ...(isForced && { available_on: Math.min(transaction.available_on, Math.floor(now)) }),
      })
}

export function readBalance(context: SandboxContext, accountId: string): Stripe.Balance {
  releasePending(context, accountId)
  const sums = { available: new Map<string, number>(), pending: new Map<string, number>() }
  for (const { status, currency, net } of context.stripe.list(accountId, 'balance_transaction')) {
    const sum = status === 'pending' ? sums.pending : sums.available
    sum.set(currency, (sum.get(currency) ?? 0) + net)
  }
  const account = context.stripe.find('platform', 'account', accountId)
  const currencies = new Set([account?.default_currency ?? 'usd', ...sums.available.keys(), ...sums.pending.keys()])
  const amounts = (sum: Map<string, number>) =>
    [...currencies].map((currency) => {
      const amount = sum.get(currency) ?? 0
      return { amount, currency, source_types: { card: amount } }
    })
  return partial<Stripe.Balance>({
    object: 'balance',
    available: amounts(sums.available),
    livemode: false,
    pending: amounts(sums.pending),
  })
}
