import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { DAY_MS, secondsOf } from './clock.ts'
import { changeObject, emitEvent } from './emit-event.ts'
import { makeStripeId } from './ids.ts'
import { PLATFORM } from './objects.ts'
import { Currency, Ignored, Metadata, mergeMetadata, Page, Text } from './parameters.ts'
import { partial } from './partial.ts'
import { access, listObjects, route, type StripeCall, type StripeRoute } from './route.ts'
import { schedulePayout } from './schedule-payout.ts'
import { invalidRequest, noAccess, noSuch } from './stripe-error.ts'

const LINK_SECONDS = 300

/** Fields that a new account has to enter, by group of the onboarding page. */
export const REQUIREMENT_GROUPS = {
  business: ['business_profile.product_description', 'business_profile.support_phone', 'business_profile.url'],
  person: ['individual.dob.day', 'individual.dob.month', 'individual.dob.year', 'individual.ssn_last_4'],
  bank: ['external_account'],
  terms: ['tos_acceptance.date', 'tos_acceptance.ip'],
} as const
export type RequirementGroup = keyof typeof REQUIREMENT_GROUPS
export const REQUIREMENT_GROUP_NAMES = Object.keys(REQUIREMENT_GROUPS) as RequirementGroup[]

const CURRENCIES: Record<string, string> = { US: 'usd', CA: 'cad', GB: 'gbp', JP: 'jpy', KW: 'kwd', FR: 'eur' }

const BusinessProfile = z.strictObject({
  name: Text.optional(),
  url: Text.optional(),
  mcc: Text.optional(),
  product_description: Text.optional(),
  support_phone: Text.optional(),
  support_email: Text.optional(),
  support_address: Ignored,
  support_url: Text.optional(),
})

const Draft = z.strictObject({
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(['account', 'application']) }).optional(),
      losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }).optional(),
      requirement_collection: z.enum(['application', 'stripe']).optional(),
      stripe_dashboard: z.strictObject({ type: z.enum(['full', 'express', 'none']) }).optional(),
    })
    .optional(),
  type: z.enum(['standard', 'express', 'custom']).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country code')
    .default('US'),
  email: Text.optional(),
  default_currency: Currency.optional(),
  business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  business_profile: BusinessProfile.optional(),
  capabilities: Ignored,
  company: Ignored,
  individual: Ignored,
  settings: Ignored,
  metadata: Metadata.optional(),
})

const Change = z.strictObject({
  email: Text.optional(),
  default_currency: Currency.optional(),
  business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  business_profile: BusinessProfile.optional(),
  settings: z
    .strictObject({
      payouts: z
        .strictObject({
          schedule: z
            .strictObject({
              interval: z.enum(['daily', 'manual', 'monthly', 'weekly']).optional(),
              delay_days: Text.optional(),
            })
            .optional(),
          statement_descriptor: Text.optional(),
          debit_negative_balances: Ignored,
        })
        .optional(),
      branding: Ignored,
      payments: Ignored,
      card_payments: Ignored,
    })
    .optional(),
  metadata: Metadata.optional(),
})

const Link = z.strictObject({
  account: Text,
  type: z.enum(['account_onboarding', 'account_update']),
  refresh_url: z.url().optional(),
  return_url: z.url().optional(),
  collect: Ignored,
  collection_options: Ignored,
})

/** Connected accounts, which only the platform may read and change, and links to the onboarding page. */
export const accountRoutes: StripeRoute[] = [
  route('POST', '/accounts', Draft, ({ context, input }) => createStripeAccount(context, input)),
  route('GET', '/accounts', z.strictObject(Page), ({ context, input }) =>
    listObjects({ context, accountId: PLATFORM }, 'account', '/v1/accounts', input),
  ),
  route('GET', '/accounts/:account', z.strictObject({}), (call) => accessAccount(call, call.path('account'))),
  route('GET', '/account', z.strictObject({}), (call) => accessAccount(call, call.accountId)),
  route('POST', '/accounts/:account', Change, (call) => {
    const account = accessAccount(call, call.path('account'))
    const { business_profile: profile, settings, metadata, ...rest } = call.input
    const schedule = settings?.payouts?.schedule
    return changeObject<'account'>(
      call.context,
      account.id,
      account,
      {
        ...(rest as Partial<Stripe.Account>),
        ...(profile && {
          business_profile: { ...account.business_profile, ...profile } as Stripe.Account.BusinessProfile,
        }),
        ...(schedule?.interval && {
          settings: withSchedule(account.settings, { interval: schedule.interval, delay_days: 2 }),
        }),
        ...(metadata && { metadata: mergeMetadata(account.metadata ?? {}, metadata) }),
      },
      'account.updated',
    )
  }),
  route('GET', '/accounts/:account/external_accounts', z.strictObject({ ...Page, object: Ignored }), (call) => {
    const { id } = accessAccount(call, call.path('account'))
    return listObjects(
      { context: call.context, accountId: id },
      'bank_account',
      `/v1/accounts/${id}/external_accounts`,
      call.input,
    )
  }),
  route('POST', '/account_links', Link, (call) => {
    const { context, input } = call
    const account = accessAccount(call, input.account)
    if (!input.return_url || !input.refresh_url)
      throw invalidRequest('You must provide a return_url and a refresh_url.', { param: 'return_url' })
    const created = secondsOf(context, PLATFORM)
    const token = randomBytes(16).toString('hex')
    const expiresAt = created + LINK_SECONDS
    context.stripe.addLink({
      token,
      accountId: account.id,
      returnUrl: input.return_url,
      refreshUrl: input.refresh_url,
      expiresAt: expiresAt * 1000,
    })
    return {
      object: 'account_link',
      created,
      expires_at: expiresAt,
      url: `${context.origin.get()}/stripe/setup/${token}`,
    }
  }),
]

/** An account that is still connected; Stripe refuses others with 403. */
function accessAccount({ context, accountId }: StripeCall, id: string): Stripe.Account {
  if (accountId !== PLATFORM && accountId !== id) throw noSuch('account', id, 'account')
  if (context.stripe.memo(id).isDisconnected) throw noAccess(id)
  return access({ context, accountId: PLATFORM }, 'account', id, 'account')
}

function createStripeAccount(context: SandboxContext, input: z.output<typeof Draft>): Stripe.Account {
  const country = input.country
  const currently_due = Object.values(REQUIREMENT_GROUPS).flat()
  const profile = input.business_profile
  const account: Stripe.Account = {
    id: makeStripeId('acct').slice(0, 21),
    object: 'account',
    business_profile: partial<Stripe.Account.BusinessProfile>({
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: profile?.mcc ?? null,
      minority_owned_business_designation: null,
      name: profile?.name ?? null,
      product_description: profile?.product_description ?? null,
      support_address: null,
      support_email: profile?.support_email ?? null,
      support_phone: profile?.support_phone ?? null,
      support_url: profile?.support_url ?? null,
      url: profile?.url ?? null,
    }),
    business_type: input.business_type ?? null,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    charges_enabled: false,
    controller: {
      type: 'application',
      is_controller: true,
      fees: { payer: input.controller?.fees?.payer ?? 'account' },
      losses: { payments: input.controller?.losses?.payments ?? 'stripe' },
      requirement_collection: input.controller?.requirement_collection ?? 'stripe',
      stripe_dashboard: { type: input.controller?.stripe_dashboard?.type ?? 'full' },
    },
    country,
    created: secondsOf(context, PLATFORM),
    default_currency: input.default_currency ?? CURRENCIES[country] ?? 'usd',
    details_submitted: false,
    email: input.email ?? null,
    external_accounts: { object: 'list', data: [], has_more: false, url: '' },
    future_requirements: requirementsOf([]),
    metadata: input.metadata ?? {},
    payouts_enabled: false,
    requirements: {
      ...requirementsOf(currently_due),
      past_due: currently_due,
      disabled_reason: 'requirements.past_due',
    },
    settings: withSchedule(DEFAULT_SETTINGS, { interval: 'daily', delay_days: 2 }),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: input.type ?? 'standard',
  }
  const url = `/v1/accounts/${account.id}/external_accounts`
  return context.stripe.add(PLATFORM, 'account', {
    ...account,
    external_accounts: { object: 'list', data: [], has_more: false, url },
  })
}

const requirementsOf = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: null,
  errors: [],
  eventually_due: due,
  past_due: [],
  pending_verification: [],
})

const DEFAULT_SETTINGS = partial<Stripe.Account.Settings>({
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Etc/UTC' },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  sepa_debit_payments: {},
})

const withSchedule = (
  settings: Stripe.Account.Settings | null | undefined,
  schedule: { interval: string; delay_days: number },
) =>
  partial<Stripe.Account.Settings>({
    ...settings,
    payouts: { debit_negative_balances: true, schedule, statement_descriptor: null },
  })

export interface Onboarding {
  groups: readonly RequirementGroup[]
  /** Last four digits of the bank account. */
  bankLast4?: string
}

/** Enters details of an account, as its owner does on the onboarding page; missing details stay due. */
export function completeRequirements(context: SandboxContext, id: string, { groups, bankLast4 }: Onboarding) {
  const account = access({ context, accountId: PLATFORM }, 'account', id)
  const entered = new Set<string>(groups.flatMap((group) => REQUIREMENT_GROUPS[group]))
  const due = (account.requirements?.currently_due ?? []).filter(
    (field) => !entered.has(field) && !(groups.includes('person') && field.startsWith('individual.')),
  )
  const bank = groups.includes('bank') ? replaceBankAccount(context, account, bankLast4 ?? '6789') : undefined
  const deadline = due.length === 0 ? null : (account.requirements?.current_deadline ?? null)
  if (bank) schedulePayout(context, id)
  return saveRequirements(
    context,
    {
      ...account,
      details_submitted: account.details_submitted || groups.includes('terms'),
      ...(groups.includes('terms') && {
        tos_acceptance: { date: secondsOf(context, id), ip: '127.0.0.1', user_agent: null },
      }),
      ...(bank &&
        partial<Partial<Stripe.Account>>({
          external_accounts: {
            ...(account.external_accounts ?? { object: 'list', has_more: false, url: '' }),
            data: [bank],
          },
        })),
    },
    due,
    deadline,
  )
}

function replaceBankAccount(context: SandboxContext, account: Stripe.Account, last4: string): Stripe.BankAccount {
  const bank = partial<Stripe.BankAccount>({
    id: makeStripeId('ba'),
    object: 'bank_account',
    account: account.id,
    account_holder_name: account.business_profile?.name ?? null,
    account_holder_type: 'company',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: account.country ?? 'US',
    currency: account.default_currency ?? 'usd',
    customer: null,
    default_for_currency: true,
    fingerprint: makeStripeId('fp').slice(3, 19),
    last4,
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  })
  context.stripe.add(account.id, 'bank_account', bank)
  emitEvent(context, account.id, 'account.external_account.created', bank)
  return bank
}

/**
 * Due fields decide what the account may do: payouts need the bank account; a deadline in the past, or details never
 * submitted, stop charges too.
 */
export function saveRequirements(
  context: SandboxContext,
  account: Stripe.Account,
  due: string[],
  deadline: number | null,
): Stripe.Account {
  const isPastDue = due.length > 0 && deadline !== null && deadline <= secondsOf(context, account.id)
  const isBlocking = (field: string) => field !== 'external_account'
  const isNew = !account.details_submitted || (deadline === null && due.some(isBlocking))
  const isDisabled = due.some(isBlocking) && (isPastDue || isNew)
  const before = context.stripe.find(PLATFORM, 'account', account.id) ?? account
  const status = isDisabled ? 'inactive' : 'active'
  const changes: Partial<Stripe.Account> = {
    charges_enabled: !isDisabled,
    payouts_enabled: !isDisabled && !due.includes('external_account') && !isPastDue,
    capabilities: { card_payments: status, transfers: status },
    requirements: {
      ...requirementsOf(due),
      current_deadline: deadline,
      past_due: isDisabled || isPastDue ? due : [],
      disabled_reason: isDisabled || isPastDue ? 'requirements.past_due' : null,
    },
    details_submitted: account.details_submitted,
    ...(account.tos_acceptance && { tos_acceptance: account.tos_acceptance }),
    ...(account.external_accounts && { external_accounts: account.external_accounts }),
  }
  if (deadline !== null && !isPastDue)
    context.stripe.schedule({ accountId: account.id, kind: 'deadline', objectId: account.id, dueAt: deadline * 1000 })
  return changeObject<'account'>(context, account.id, before, changes, 'account.updated')
}

/** Asks the account for more, by a deadline; one in the past stops charges and payouts. */
export function restrictAccount(
  context: SandboxContext,
  id: string,
  { fields, days }: { fields: string[]; days: number },
): Stripe.Account {
  const account = access({ context, accountId: PLATFORM }, 'account', id)
  const deadline = secondsOf(context, id) + Math.round((days * DAY_MS) / 1000)
  const due = [...new Set([...(account.requirements?.currently_due ?? []), ...fields])]
  return saveRequirements(context, account, due, deadline)
}

/** The owner takes the platform’s access back. */
export function disconnectAccount(context: SandboxContext, id: string): void {
  const account = access({ context, accountId: PLATFORM }, 'account', id)
  emitEvent(context, account.id, 'account.application.deauthorized', {
    id: 'ca_sandbox',
    object: 'application',
    name: 'Frontdesk',
  })
  context.stripe.saveMemo(id, { ...context.stripe.memo(id), isDisconnected: true })
}

/** The owner grants the platform access again. */
export function reconnectAccount(context: SandboxContext, id: string): void {
  const account = access({ context, accountId: PLATFORM }, 'account', id)
  context.stripe.saveMemo(id, { ...context.stripe.memo(id), isDisconnected: false })
  emitEvent(context, account.id, 'account.application.authorized', {
    id: 'ca_sandbox',
    object: 'application',
    name: 'Frontdesk',
  })
}
