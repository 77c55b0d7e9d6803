import Fastify from 'fastify'
import Stripe from 'stripe'
import { createSandbox, type SandboxOptions } from '../create-sandbox.ts'
import type { ContractCheck } from './contract-check.ts'
import { createSandboxApi } from './sandbox-api.ts'
import { checkStripeContract } from './stripe-contract.ts'

export interface ReceivedEvent {
  path: string
  /** Null: the signature is wrong or too old. */
  event: Stripe.Event | null
}

/** Starts a sandbox, a platform with the official SDK, and a receiver for its events. */
export async function startStripe(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({ databaseFile: ':memory:', statusDelayMs: 0, ...options })
  const app = Fastify()
  await app.register(sandbox.plugin, { prefix: '/sandbox' })
  let respond = () => 200
  const received: ReceivedEvent[] = []
  await app.register(async (receiver) => {
    receiver.removeAllContentTypeParsers()
    receiver.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    receiver.post<{ Params: { endpoint: string } }>('/webhooks/stripe/:endpoint', async (request, reply) => {
      const { platformWebhookSecrets, connectWebhookSecrets } = credentials
      const [secret = ''] = request.params.endpoint === 'platform' ? platformWebhookSecrets : connectWebhookSecrets
      const signature = String(request.headers['stripe-signature'])
      let event: Stripe.Event | null = null
      try {
        event = stripe.webhooks.constructEvent(String(request.body), signature, secret)
      } catch {
        received.push({ path: request.url, event })
        return reply.code(400).send()
      }
      received.push({ path: request.url, event })
      return reply.code(respond()).send()
    })
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  let contract!: ContractCheck
  const credentials = await sandbox.openStripe({
    origin: () => origin,
    prepare: (api) => {
      contract = checkStripeContract(api)
    },
  })
  const { hostname: host, port, protocol } = new URL(credentials.apiUrl)
  const stripe = new Stripe(credentials.secretKey, {
    host,
    port,
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const control = createSandboxApi(`${origin}/sandbox/api/stripe`)
  return {
    sandbox,
    origin,
    credentials,
    stripe,
    contract,
    received,
    respondWith(status: () => number) {
      respond = status
    },
    control,
    /** Types of the events with a valid signature, in the order of their arrival. */
    types: () => received.flatMap(({ event }) => event?.type ?? []),
    /** A connected account that may take payments. */
    async connect(country = 'US') {
      const account = await stripe.accounts.create({
        country,
        controller: {
          fees: { payer: 'account' },
          losses: { payments: 'stripe' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'full' },
        },
        business_profile: { name: 'Harbor Dental' },
      })
      await control('POST', `/accounts/${account.id}/complete`, {})
      return { stripeAccount: account.id }
    },
    async stop() {
      await app.close()
      await sandbox.close()
    },
  }
}
