import type Stripe from 'stripe'
import { type ProviderAccount, ProviderError, type RemoteTransaction } from '../../modules/payment-accounts/index.ts'
import {
  idOf,
  toCardSetup,
  toCheckout,
  toDispute,
  toInstant,
  toMetadata,
  toPayment,
  toPayout,
  toRefund,
  toTransaction,
} from './stripe-objects.ts'

/** Sends a request, and turns its failure into a `ProviderError`. */
export type Send = <Result>(request: (stripe: Stripe) => Promise<Result>) => Promise<Result>

const PAYMENT_EXPANSIONS = ['latest_charge.balance_transaction', 'payment_method']

/** Client of the account of one business. */
export function createAccountClient(send: Send, accountId: string): ProviderAccount {
  const on = { stripeAccount: accountId }
  const keyed = (idempotencyKey: string) => ({ ...on, idempotencyKey })
  return {
    findAccount: async () => {
      const account = await send((stripe) => stripe.accounts.retrieve(accountId))
      const { requirements, settings } = account
      const errors = requirements?.errors ?? []
      const schedule = settings?.payouts?.schedule
      return {
        country: account.country ?? null,
        currency: account.default_currency?.toUpperCase() ?? null,
        isChargeEnabled: account.charges_enabled,
        isPayoutEnabled: account.payouts_enabled,
        isSubmitted: account.details_submitted,
        requirements: {
          fields: requirements?.currently_due ?? [],
          overdueFields: requirements?.past_due ?? [],
          reasons: Object.fromEntries(errors.map(({ requirement, reason }) => [requirement, reason])),
        },
        requirementsDueAt: requirements?.current_deadline ? toInstant(requirements.current_deadline) : null,
        isUnderReview: (requirements?.pending_verification ?? []).length > 0,
        disabledReason: requirements?.disabled_reason ?? null,
        schedule: schedule
          ? {
              interval: schedule.interval,
              weekday: schedule.weekly_anchor ?? null,
              dayOfMonth: schedule.monthly_anchor ?? null,
              delayDays: schedule.delay_days,
            }
          : null,
      }
    },

    findBank: async () => {
      const { data } = await send((stripe) => stripe.accounts.listExternalAccounts(accountId, { limit: 10 }))
      const bank = data.find((each) => each.default_for_currency) ?? data[0]
      if (!bank) return null
      return {
        name: (bank.object === 'bank_account' ? bank.bank_name : bank.brand) ?? '',
        last4: bank.last4 ?? '',
        currency: bank.currency?.toUpperCase() ?? '',
      }
    },

    listBalances: async () => {
      const { available, pending } = await send((stripe) => stripe.balance.retrieve({}, on))
      const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))]
      const sum = (parts: readonly { currency: string; amount: number }[], code: string) =>
        parts.filter(({ currency }) => currency === code).reduce((total, { amount }) => total + amount, 0)
      return currencies.map((code) => ({
        currency: code.toUpperCase(),
        availableAmount: sum(available, code),
        pendingAmount: sum(pending, code),
      }))
    },

    createCheckout: async (request, key) => {
      const { amount, tipAmount, currency, reference, returnUrl, cancelUrl = returnUrl } = request
      const line = (name: string, unitAmount: number) => ({
        price_data: { currency: currency.toLowerCase(), unit_amount: unitAmount, product_data: { name } },
        quantity: 1,
      })
      const metadata = toMetadata(reference)
      const session = await send((stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: reference.rowId,
            line_items: [line(request.title, amount), ...(tipAmount > 0 ? [line(request.tipTitle, tipAmount)] : [])],
            success_url: returnUrl,
            cancel_url: cancelUrl,
            expires_at: request.expiresAt,
            locale: request.language,
            metadata,
            ...(request.isCardOnly && { allowed_payment_method_types: ['card' as const] }),
            ...(request.keepsCard && { customer_creation: 'always' as const }),
            payment_intent_data: {
              description: request.title,
              metadata,
              ...(request.keepsCard && { setup_future_usage: 'off_session' as const }),
            },
          },
          keyed(key),
        ),
      )
      return toCheckout(session)
    },
    createCardSetup: async (request, key) => {
      const { currency, description, reference, returnUrl, cancelUrl = returnUrl, language, expiresAt } = request
      const metadata = toMetadata(reference)
      return toCheckout(
        await send((stripe) =>
          stripe.checkout.sessions.create(
            {
              mode: 'setup',
              currency: currency.toLowerCase(),
              allowed_payment_method_types: ['card'],
              customer_creation: 'always',
              client_reference_id: reference.rowId,
              success_url: returnUrl,
              cancel_url: cancelUrl,
              expires_at: expiresAt,
              locale: language,
              metadata,
              setup_intent_data: { description, metadata },
            },
            keyed(key),
          ),
        ),
      )
    },
    findCardSetup: async (id) => toCardSetup(await send((stripe) => stripe.setupIntents.retrieve(id, {}, on))),
    findCheckout: async (id) =>
      toCheckout(
        await send((stripe) => stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }, on)),
      ),
    expireCheckout: async (id) => toCheckout(await send((stripe) => stripe.checkout.sessions.expire(id, {}, on))),

    chargeCard: async ({ amount, currency, description, customerId, methodId, reference }, key) =>
      toPayment(
        await send((stripe) =>
          stripe.paymentIntents.create(
            {
              amount,
              currency: currency.toLowerCase(),
              description,
              customer: customerId,
              payment_method: methodId,
              // The contact is not present, so they cannot authenticate or return from another site. Unless redirects
              // are excluded, Stripe requires an address to return to.
              off_session: true,
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              confirm: true,
              metadata: toMetadata(reference),
              expand: PAYMENT_EXPANSIONS,
            },
            keyed(key),
          ),
        ),
      ),
    findPayment: async (id) => {
      // A balance transaction names the charge.
      const charge = /^(ch|py)_/.test(id) ? await send((stripe) => stripe.charges.retrieve(id, {}, on)) : null
      const intentId = charge ? idOf(charge.payment_intent) : id
      if (!intentId) throw new ProviderError('missing')
      return toPayment(
        await send((stripe) => stripe.paymentIntents.retrieve(intentId, { expand: PAYMENT_EXPANSIONS }, on)),
      )
    },
    findChargeOf: async (customerId, rowId) => {
      const intents = await send((stripe) =>
        stripe.paymentIntents.list(
          {
            customer: customerId,
            limit: 100,
            expand: ['data.latest_charge.balance_transaction', 'data.payment_method'],
          },
          on,
        ),
      )
      const intent = intents.data.find(({ metadata }) => metadata.row === rowId)
      return intent ? toPayment(intent) : null
    },

    createRefund: async ({ intentId, amount, reference }, key) =>
      toRefund(
        await send((stripe) =>
          stripe.refunds.create({ payment_intent: intentId, amount, metadata: toMetadata(reference) }, keyed(key)),
        ),
      ),
    findRefund: async (id) => toRefund(await send((stripe) => stripe.refunds.retrieve(id, {}, on))),
    listRefunds: async (intentId) => {
      const { data } = await send((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }, on))
      return data.map(toRefund)
    },

    findDispute: async (id) => toDispute(await send((stripe) => stripe.disputes.retrieve(id, {}, on))),
    uploadEvidence: async ({ filename, content }, key) => {
      const file = { data: content, name: filename, type: 'application/pdf' }
      const { id } = await send((stripe) => stripe.files.create({ purpose: 'dispute_evidence', file }, keyed(key)))
      return id
    },
    submitEvidence: async (id, { customerName, productDescription, serviceDate, statement, fileIds }, key) =>
      toDispute(
        await send((stripe) =>
          stripe.disputes.update(
            id,
            {
              evidence: {
                customer_name: customerName,
                product_description: productDescription,
                service_date: serviceDate,
                uncategorized_text: statement,
                ...(fileIds.receipt && { receipt: fileIds.receipt }),
                ...(fileIds.estimate && { service_documentation: fileIds.estimate }),
                ...(fileIds.messages && { customer_communication: fileIds.messages }),
              },
              submit: true,
            },
            keyed(key),
          ),
        ),
      ),

    findPayout: async (id) => toPayout(await send((stripe) => stripe.payouts.retrieve(id, {}, on))),
    listPayouts: async () => {
      const { data } = await send((stripe) => stripe.payouts.list({ limit: 20 }, on))
      return data.map(toPayout)
    },
    listTransactions: (since) =>
      send((stripe) =>
        allTransactions(
          stripe,
          { created: { gte: Math.floor(Temporal.Instant.from(since).epochMilliseconds / 1000) } },
          on,
        ),
      ),
    listTransactionsOfPayout: (payoutId) => send((stripe) => allTransactions(stripe, { payout: payoutId }, on)),
    removeCard: async (methodId) => {
      await send((stripe) => stripe.paymentMethods.detach(methodId, {}, on))
    },
  }
}

async function allTransactions(
  stripe: Stripe,
  filter: Stripe.BalanceTransactionListParams,
  on: { stripeAccount: string },
): Promise<RemoteTransaction[]> {
  const transactions: RemoteTransaction[] = []
  for (let after: string | undefined; ; ) {
    const page = await stripe.balanceTransactions.list(
      { ...filter, limit: 100, ...(after && { starting_after: after }) },
      on,
    )
    transactions.push(...page.data.map(toTransaction))
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return transactions
  }
}
