import { z } from 'zod'
import {
  PAYMENT_ACCOUNT_STATES,
  PAYMENT_DIFFERENCE_KINDS,
  PAYOUT_INTERVALS,
  PAYOUT_STATES,
  REQUIREMENT_TOPICS,
} from '../rules/payment-accounts.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'

/** The account may have a currency that documents cannot have. */
const Currency = z.string()

export const Payout = z.object({
  id: z.uuid(),
  state: z.enum(PAYOUT_STATES),
  amount: z.int(),
  currency: Currency,
  arrivesOn: z.iso.date(),
  failureReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Payout = z.infer<typeof Payout>

export const PaymentDifference = z.object({
  transactionID: z.string().describe('At the provider.'),
  kind: z.enum(PAYMENT_DIFFERENCE_KINDS),
  type: z.string().describe('What it is at the provider: charge, refund, adjustment, payout.'),
  amount: z.int(),
  currency: Currency,
  at: z.iso.datetime(),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** The business’s account at the payment provider. */
export const PaymentAccount = z.object({
  state: z.enum(PAYMENT_ACCOUNT_STATES),
  isConfigured: z.boolean().describe('Whether this installation has a payment provider.'),
  accountID: z.string().nullable(),
  isPayoutEnabled: z.boolean(),
  requirements: z
    .array(
      z.object({
        topic: z.enum(REQUIREMENT_TOPICS),
        fields: z.array(z.string()).describe('In the provider’s names.'),
        isOverdue: z.boolean(),
        reason: z.string().nullable().describe('Why what was entered is not accepted.'),
      }),
    )
    .describe('What the provider still requires.'),
  requirementsDueAt: z.iso.datetime().nullable(),
  isUnderReview: z.boolean().describe('The provider checks what was entered.'),
  disabledReason: z.string().nullable(),
  currency: Currency.nullable().describe('Of the account. Only documents in it can be paid online.'),
  schedule: z
    .object({
      interval: z.enum(PAYOUT_INTERVALS),
      weekday: z.string().nullable(),
      dayOfMonth: z.int().nullable(),
      delayDays: z.int().nullable(),
    })
    .nullable(),
  bank: z.object({ name: z.string(), last4: z.string(), currency: z.string() }).nullable(),
  balances: z.array(z.object({ currency: Currency, availableAmount: z.int(), pendingAmount: z.int() })),
  nextPayout: Payout.nullable(),
  differences: z.array(PaymentDifference).describe('What the nightly comparison could not match, newest first.'),
  comparedAt: z.iso.datetime().nullable(),
  readAt: z.iso.datetime().nullable().describe('When all of this was read from the provider.'),
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

const tags = ['payments']

export const paymentAccounts = {
  isEnabled: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/payments/Account/is-enabled',
      tags,
      summary: 'Returns whether the business can take payments online',
    })
    .output(wrapped(z.object({ isEnabled: z.boolean(), currency: Currency.nullable() }))),

  get: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/payments/Account/get',
      tags,
      summary: 'Returns the account at the payment provider: what it lacks, its balance and its payouts',
    })
    .output(wrapped(PaymentAccount)),

  manage: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/payments/Account/manage',
      tags,
      summary: 'Creates the account if there is none, and returns a link to the provider’s pages that works once',
    })
    .output(wrapped(z.object({ url: z.url() })))
    .errors(failsWith('PaymentProviderUnavailable', 'PaymentsNotConfigured')),

  refresh: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'POST',
      path: '/payments/Account/refresh',
      tags,
      summary: 'Has the account read again from the payment provider. Screens get what changed',
    })
    .output(wrapped(PaymentAccount)),
}

export const payouts = {
  getList: endpoint({ permission: 'admin_manage_settings' })
    .route({
      method: 'GET',
      path: '/payments/Payout/get-list',
      tags,
      summary: 'Lists payouts to the bank, newest first',
    })
    .input(z.object({ cursor: z.string().max(300).optional() }))
    .output(wrapped(z.object({ payouts: z.array(Payout), nextCursor: z.string().nullable() })))
    .errors(failsWith('InvalidInput')),
}
