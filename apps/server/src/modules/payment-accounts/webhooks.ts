import type { FastifyInstance } from 'fastify'
import type { Needs } from '../../platform/module.ts'
import type { RemoteEvent, WebhookEndpoint } from './payment-provider.ts'
import { type PaymentEventRow, STORE_PAYMENT_EVENTS } from './store-events.ts'

const ENDPOINTS: readonly WebhookEndpoint[] = ['platform', 'connect']
const BODY_MAX = 1_000_000

type Deps = Needs<'database' | 'metrics' | 'now' | 'paymentProvider' | 'wake'>

/**
 * Events of the payment provider. They are stored and answered at once; jobs read the objects again, so that repeated,
 * late and shuffled ones do no harm.
 */
export function mountPaymentWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    // The signature is over the bytes of the body.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    )
    for (const endpoint of ENDPOINTS)
      hooks.post(`/webhooks/stripe/${endpoint}`, { helmet: false }, async (request, reply) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        const body = typeof request.body === 'string' ? request.body : ''
        const event = deps.paymentProvider.isConfigured()
          ? deps.paymentProvider.readEvent(endpoint, body, signature, deps.now())
          : null
        const outcome = event ? await receive(deps, event) : 'refused'
        deps.metrics.paymentEvents.inc({ outcome })
        return reply.code(event ? 200 : 400).send({ received: event !== null })
      })
  })
}

/** Events that do not concern us are accepted too, or the provider would repeat them for days. */
async function receive(deps: Deps, event: RemoteEvent): Promise<string> {
  if (event.isLive !== deps.paymentProvider.isLive()) return 'other-mode'
  const { subject, accountId } = event
  if (!accountId) return 'foreign'
  const account = await deps.database.directory
    .selectFrom('directory.paymentAccounts')
    .where('accountId', '=', accountId)
    .select('tenantId')
    .executeTakeFirst()
  if (!account) return 'foreign'
  if (!subject) return 'ignored'
  const row: PaymentEventRow = {
    event_id: event.id,
    type: event.type,
    kind: subject.kind,
    object_id: subject.id,
    created_at: event.createdAt,
    received_at: deps.now(),
  }
  if (!(await deps.database.inBatch(account, STORE_PAYMENT_EVENTS, row))) return 'repeated'
  deps.wake()
  return 'stored'
}
