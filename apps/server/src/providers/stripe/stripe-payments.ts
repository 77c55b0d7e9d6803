import Stripe from 'stripe'
import { type PaymentProvider, ProviderError } from '../../modules/payment-accounts/index.ts'
import type { StripeConfig } from '../../platform/config.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { createAccountClient } from './account-client.ts'
import { readEvent } from './read-event.ts'
import { idOf } from './stripe-objects.ts'

/** The version of the API that the SDK’s types describe. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 20_000
const MAX_PAUSE_MS = 60_000
const STRIPE_URL = 'https://api.stripe.com'

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

/** Converts a failure of the SDK. https://docs.stripe.com/error-handling */
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
