import type { DisputeState, PayoutState } from '@frontdesk/contract/rules'
import Stripe from 'stripe'
import {
  type EventSubject,
  type PaymentProvider,
  type ProviderAccount,
  ProviderError,
  type Reference,
  type RemoteCard,
  type RemoteCardSetup,
  type RemoteCheckout,
  type RemoteDispute,
  type RemoteEvent,
  type RemotePayment,
  type RemotePayout,
  type RemoteRefund,
  type RemoteTransaction,
  type WebhookEndpoint,
} from '../../modules/payment-accounts/index.ts'
import type { StripeConfig } from '../../platform/config.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'

/** The version that these mappings were written for; the SDK’s types are those of it. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 20_000
const MAX_PAUSE_MS = 60_000
/** https://docs.stripe.com/webhooks#verify-official-libraries */
const TOLERANCE_SECONDS = 300
const STRIPE_URL = 'https://api.stripe.com'

const toInstant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString()
const toDay = (seconds: number): string => toInstant(seconds).slice(0, 10)
const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Client of Stripe, or of a service that speaks like it. Retries are those of our jobs. */
export function createStripePayments(config: () => StripeConfig | null, breakers: HostBreakers): PaymentProvider {
  let client: { stripe: Stripe; key: string } | undefined
  const configured = (): StripeConfig => {
    const present = config()
    if (!present) throw new ProviderError('refused', { code: 'not_configured' })
    return present
  }
  const urlOf = () => new URL(configured().apiUrl ?? STRIPE_URL)
  const open = (): Stripe => {
    const { secretKey, apiUrl } = configured()
    const key = `${secretKey} ${apiUrl}`
    if (client?.key !== key) {
      const { hostname, port, protocol } = urlOf()
      const stripe = new Stripe(secretKey, {
        apiVersion: API_VERSION,
        host: hostname,
        ...(port && { port }),
        protocol: protocol === 'http:' ? 'http' : 'https',
        timeout: TIMEOUT_MS,
        maxNetworkRetries: 0,
        telemetry: false,
      })
      client = { stripe, key }
    }
    return client.stripe
  }
  const send = async <Result>(request: (stripe: Stripe) => Promise<Result>): Promise<Result> => {
    const run = () =>
      request(open()).catch((error: unknown) => {
        throw toProviderError(error)
      })
    try {
      return await breakers.call(urlOf().host, run, {
        isHostFault: (error) => error instanceof ProviderError && /^(unreachable|failed)$/.test(error.kind),
        maxPauseMs: MAX_PAUSE_MS,
      })
    } catch (error) {
      // Nothing was sent, so it may be repeated.
      if (error instanceof HostUnavailable) throw new ProviderError('busy', { cause: error })
      throw error
    }
  }

  return {
    isConfigured: () => config() !== null,
    isLive: () => /^[rs]k_live_/.test(configured().secretKey),

    createAccount: async ({ tenantId, businessName, email, website }, key) => {
      const account = await send((stripe) =>
        stripe.accounts.create(
          {
            // The business is the merchant: it has Stripe’s own dashboard, pays the fees and bears losses.
            controller: {
              fees: { payer: 'account' },
              losses: { payments: 'stripe' },
              requirement_collection: 'stripe',
              stripe_dashboard: { type: 'full' },
            },
            email,
            business_profile: { name: businessName, ...(website && { url: website }) },
            metadata: { tenant: tenantId },
          },
          { idempotencyKey: key },
        ),
      )
      return account.id
    },

    createAccountLink: async (accountId, returnUrl) => {
      const { url } = await send((stripe) =>
        stripe.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: returnUrl,
          // A used or expired link leads back, where another one can be made.
          refresh_url: returnUrl,
        }),
      )
      return url
    },

    account: (accountId) => createAccountClient(send, accountId),

    readEvent: (endpoint, body, signature, now) => readEvent(configured(), endpoint, body, signature, now),
  }
}

type Send = <Result>(request: (stripe: Stripe) => Promise<Result>) => Promise<Result>

const PAYMENT_EXPANSIONS = ['latest_charge.balance_transaction', 'payment_method']

function createAccountClient(send: Send, accountId: string): ProviderAccount {
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
              // The contact is not there, so nothing may be asked of them.
              off_session: true,
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
    submitEvidence: async (id, { customerName, productDescription, serviceDate, statement }, key) =>
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

const toMetadata = ({
  tenantId,
  documentId,
  rowId,
}: {
  tenantId: string
  documentId: string | null
  rowId: string
}) => ({ tenant: tenantId, ...(documentId && { document: documentId }), row: rowId })

const toReference = (metadata: Stripe.Metadata | null): Reference => ({
  tenantId: metadata?.tenant ?? null,
  documentId: metadata?.document ?? null,
  rowId: metadata?.row ?? null,
})

const toTransaction = (transaction: Stripe.BalanceTransaction): RemoteTransaction => ({
  id: transaction.id,
  type: transaction.type,
  amount: transaction.amount,
  feeAmount: transaction.fee,
  currency: transaction.currency.toUpperCase(),
  sourceId: idOf(transaction.source),
  createdAt: toInstant(transaction.created),
})

function toCheckout(session: Stripe.Checkout.Session): RemoteCheckout {
  const { id, url, status, payment_intent, metadata, setup_intent: setup } = session
  const method = setup && typeof setup === 'object' && setup.status === 'succeeded' ? setup.payment_method : null
  const customerId = setup && typeof setup === 'object' ? (idOf(setup.customer) ?? idOf(session.customer)) : null
  return {
    id,
    url,
    state: status === 'complete' ? 'completed' : status === 'expired' ? 'expired' : 'open',
    intentId: idOf(payment_intent),
    reference: toReference(metadata),
    card: method && typeof method === 'object' && customerId ? toCard(method, customerId) : null,
  }
}

const toCardSetup = ({
  metadata,
  status,
  last_setup_error: error,
  latest_attempt: attempt,
}: Stripe.SetupIntent): RemoteCardSetup => ({
  reference: toReference(metadata),
  declinedAttempt: error && status !== 'succeeded' ? idOf(attempt) : null,
})

function toCard({ id, card }: Stripe.PaymentMethod, customerId: string): RemoteCard | null {
  if (!card) return null
  const month = Temporal.PlainYearMonth.from({ year: card.exp_year, month: card.exp_month })
  const expiresOn = month.toPlainDate({ day: 31 }).toString()
  return { methodId: id, customerId, brand: card.brand, last4: card.last4, expiresOn }
}

function toPayment(intent: Stripe.PaymentIntent): RemotePayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = charge?.balance_transaction
  const details = charge?.payment_method_details
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null
  const card = details?.card ?? method?.card
  const debit = details?.us_bank_account ?? details?.sepa_debit ?? details?.acss_debit ?? details?.bacs_debit
  const customerId = idOf(intent.customer)
  const error = intent.last_payment_error
  return {
    intentId: intent.id,
    state: stateOf(intent),
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: toReference(intent.metadata),
    chargeId: idOf(intent.latest_charge),
    transaction: transaction && typeof transaction === 'object' ? toTransaction(transaction) : null,
    refundedAmount: charge?.amount_refunded ?? 0,
    method: card ? 'card' : debit ? 'bank-debit' : 'card',
    brand: card?.brand ?? (debit && 'bank_name' in debit ? debit.bank_name : null),
    last4: card?.last4 ?? debit?.last4 ?? null,
    card: intent.setup_future_usage && method && customerId ? toCard(method, customerId) : null,
    failure:
      error && intent.status !== 'succeeded'
        ? {
            attempt: error.charge ?? idOf(intent.latest_charge) ?? intent.id,
            code: error.decline_code ?? error.code ?? 'processing_error',
            reason: error.message ?? '',
          }
        : null,
  }
}

function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): RemotePayment['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'cancelled'
    default:
      return error ? 'failed' : 'waiting'
  }
}

const REFUND_STATES: Record<string, RemoteRefund['state']> = {
  requires_action: 'requires-action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
}

const toRefund = (refund: Stripe.Refund): RemoteRefund => ({
  id: refund.id,
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
  amount: refund.amount,
  currency: refund.currency.toUpperCase(),
  intentId: idOf(refund.payment_intent),
  reference: toReference(refund.metadata),
  transactionId: idOf(refund.balance_transaction),
  failureTransactionId: idOf(refund.failure_balance_transaction),
  // A code, which reads like words: expired_or_canceled_card.
  failureReason: refund.failure_reason?.replaceAll('_', ' ') ?? null,
})

const DISPUTE_STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'needs-response',
  under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

const toDispute = (dispute: Stripe.Dispute): RemoteDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent),
  state: DISPUTE_STATES[dispute.status] ?? 'needs-response',
  amount: dispute.amount,
  currency: dispute.currency.toUpperCase(),
  reason: dispute.reason,
  evidenceDueAt: dispute.evidence_details.due_by ? toInstant(dispute.evidence_details.due_by) : null,
  isSubmitted: dispute.evidence_details.submission_count > 0,
  transactions: dispute.balance_transactions.map(toTransaction),
  createdAt: toInstant(dispute.created),
})

const PAYOUT_STATES: Record<string, PayoutState> = {
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

const toPayout = (payout: Stripe.Payout): RemotePayout => ({
  id: payout.id,
  state: PAYOUT_STATES[payout.status] ?? 'pending',
  amount: payout.amount,
  currency: payout.currency.toUpperCase(),
  arrivesOn: toDay(payout.arrival_date),
  failureReason: payout.failure_message,
  isAutomatic: payout.automatic,
  transactionId: idOf(payout.balance_transaction),
  failureTransactionId: idOf(payout.failure_balance_transaction),
  createdAt: toInstant(payout.created),
})

/** What a failure of the SDK means. https://docs.stripe.com/error-handling */
function toProviderError(error: unknown): ProviderError {
  if (!(error instanceof Stripe.errors.StripeError)) return new ProviderError('unreachable', { cause: error })
  const { code = '', decline_code: declineCode, message, statusCode, payment_intent: intent } = error
  const details = { code: declineCode ?? code, reason: message, intentId: idOf(intent), cause: error }
  if (error instanceof Stripe.errors.StripeConnectionError || statusCode === undefined)
    return new ProviderError('unreachable', { cause: error })
  if (error instanceof Stripe.errors.StripeCardError) return new ProviderError('declined', details)
  if (statusCode === 429 || code === 'lock_timeout' || code === 'idempotency_key_in_use')
    return new ProviderError('busy', details)
  // A wrong key is a mistake of the operator, not of the business: nothing was done, and the request is repeated.
  if (statusCode === 401) return new ProviderError('busy', details)
  if (statusCode === 403 && code === 'account_invalid') return new ProviderError('access-lost', details)
  if (statusCode === 404) return new ProviderError('missing', details)
  return new ProviderError(statusCode >= 500 ? 'failed' : 'refused', details)
}

interface EventObject {
  id?: string | undefined
  object?: string
  payment_intent?: string | { id: string } | null
}

const SUBJECTS: readonly (readonly [RegExp, EventSubject])[] = [
  [/^account\.application\.(de)?authorized$/, 'access'],
  [/^(account\.(updated|external_account\.\w+)|capability\.updated|balance\.available)$/, 'account'],
  [/^payout\./, 'payout'],
  [/^checkout\.session\./, 'checkout'],
  [/^(refund|charge\.refund)\.\w+$/, 'refund'],
  [/^charge\.dispute\./, 'dispute'],
  [/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/, 'payment'],
  // The money of some payments is booked after they have succeeded.
  [/^charge\.(updated|refunded)$/, 'payment'],
  [/^setup_intent\.setup_failed$/, 'card-setup'],
  [/^payment_method\.detached$/, 'card'],
]

/** What is read again because of an event. A charge is read with its payment intent. */
function subjectOf(type: string, object: EventObject, accountId: string | null): RemoteEvent['subject'] {
  const kind = SUBJECTS.find(([pattern]) => pattern.test(type))?.[1]
  if (!kind) return null
  const id =
    kind === 'account' || kind === 'access'
      ? accountId
      : kind === 'payment' && object.object === 'charge'
        ? idOf(object.payment_intent)
        : object.id
  return id ? { kind, id } : null
}

function readEvent(
  { platformWebhookSecrets, connectWebhookSecrets }: StripeConfig,
  endpoint: WebhookEndpoint,
  body: string,
  signature: string,
  now: string,
): RemoteEvent | null {
  const secrets = endpoint === 'platform' ? platformWebhookSecrets : connectWebhookSecrets
  const receivedAt = Temporal.Instant.from(now).epochMilliseconds
  for (const secret of secrets) {
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt)
      const object: EventObject = event.data.object
      const accountId = event.account ?? (object.object === 'account' ? (object.id ?? null) : null)
      return {
        id: event.id,
        type: event.type,
        accountId,
        subject: subjectOf(event.type, object, accountId),
        isLive: event.livemode,
        createdAt: toInstant(event.created),
      }
    } catch {
      // Signed with another secret, or not at all.
    }
  }
  return null
}
