import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { restrictAccount } from './accounts.ts'
import { addTransaction, releasePending } from './balance.ts'
import { clockOf, DAY_MS, secondsOf } from './clock.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { PLATFORM } from './objects.ts'
import { Created, Page, Text } from './parameters.ts'
import { access, listObjects, route, type StripeRoute } from './route.ts'
import { schedulePayout } from './schedule-payout.ts'
import { invalidRequest } from './stripe-error.ts'

const ARRIVAL_DAYS = 1
const BANK_DEADLINE_DAYS = 7

export const payoutRoutes: StripeRoute[] = [
  route(
    'GET',
    '/payouts',
    z.strictObject({
      ...Page,
      ...Created,
      arrival_date: Created.created,
      destination: Text.optional(),
      status: Text.optional(),
    }),
    (call) =>
      listObjects(call, 'payout', '/v1/payouts', call.input, {
        equal: { destination: call.input.destination, status: call.input.status },
        ranges: { created: call.input.created, arrival_date: call.input.arrival_date },
      }),
  ),
  route('GET', '/payouts/:id', z.strictObject({}), (call) => access(call, 'payout', call.path('id'), 'payout')),
]

/** Pays out what is available, one payout for each currency with a positive balance. */
export function makePayouts(context: SandboxContext, accountId: string, { isForced = false } = {}): Stripe.Payout[] {
  releasePending(context, accountId, { isForced })
  const account = context.stripe.find(PLATFORM, 'account', accountId)
  const bank = account?.external_accounts?.data[0]
  if (!account?.payouts_enabled || !bank) return []
  const unpaid = context.stripe
    .list(accountId, 'balance_transaction', { equal: { status: 'available' }, isOldestFirst: true })
    .filter(({ id, type }) => type !== 'payout' && context.stripe.memo(id).payoutId === undefined)
  const byCurrency = Map.groupBy(unpaid, ({ currency }) => currency)
  return [...byCurrency].flatMap(([currency, transactions]) => {
    const amount = transactions.reduce((sum, { net }) => sum + net, 0)
    return amount > 0
      ? [createPayout(context, accountId, { amount, currency, destination: bank.id, transactions })]
      : []
  })
}

interface NewPayout {
  amount: number
  currency: string
  destination: string
  transactions: Stripe.BalanceTransaction[]
}

function createPayout(
  context: SandboxContext,
  accountId: string,
  { amount, currency, destination, transactions }: NewPayout,
): Stripe.Payout {
  const id = makeStripeId('po')
  const arrival = clockOf(context, accountId) + ARRIVAL_DAYS * DAY_MS
  const transaction = addTransaction(context, accountId, {
    amount: -amount,
    currency,
    type: 'payout',
    category: 'payout',
    source: id,
    description: 'STRIPE PAYOUT',
  })
  for (const each of [...transactions, transaction])
    context.stripe.saveMemo(each.id, { ...context.stripe.memo(each.id), payoutId: id })
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: Math.floor(arrival / 1000),
    automatic: true,
    balance_transaction: transaction.id,
    created: secondsOf(context, accountId),
    currency,
    description: 'STRIPE PAYOUT',
    destination,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  context.stripe.add(accountId, 'payout', payout)
  emitEvent(context, accountId, 'payout.created', payout)
  context.stripe.schedule({ accountId, kind: 'payout-arrival', objectId: id, dueAt: arrival })
  return payout
}

/** The payout arrives at the bank, or comes back; then Stripe asks for another bank account. */
export function endPayout(
  context: SandboxContext,
  accountId: string,
  id: string,
  status: 'paid' | 'failed',
): Stripe.Payout {
  const payout = access({ context, accountId }, 'payout', id)
  if (payout.status === 'failed' || payout.status === status)
    throw invalidRequest(`The payout is already ${payout.status}.`)
  context.stripe.unschedule({ accountId, kind: 'payout-arrival', objectId: id })
  if (status === 'paid') return changeObject<'payout'>(context, accountId, payout, { status: 'paid' }, 'payout.paid')
  const returned = addTransaction(context, accountId, {
    amount: payout.amount,
    currency: payout.currency,
    type: 'payout_failure',
    category: 'payout_reversal',
    source: id,
    description: 'STRIPE PAYOUT FAILURE',
  })
  const failed = changeObject<'payout'>(
    context,
    accountId,
    payout,
    {
      status: 'failed',
      failure_balance_transaction: returned.id,
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
    },
    'payout.failed',
  )
  restrictAccount(context, accountId, { fields: ['external_account'], days: BANK_DEADLINE_DAYS })
  schedulePayout(context, accountId)
  return failed
}
