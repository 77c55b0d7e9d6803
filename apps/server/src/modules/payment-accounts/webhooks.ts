import type { FastifyInstance } from 'fastify'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { paymentObjectReported } from './events.ts'
import { OBJECT_KINDS, type ObjectKind, syncAccountSpec, syncPayoutSpec } from './job-specs.ts'
import type { EventSubject, RemoteEvent, WebhookEndpoint } from './payment-provider.ts'

const ENDPOINTS: readonly WebhookEndpoint[] = ['platform', 'connect']
const BODY_MAX = 1_000_000

type Deps = Needs<'directory' | 'inTenant' | 'metrics' | 'now' | 'paymentProvider' | 'wake'>

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
  const account = await deps.directory
    .selectFrom('directory.paymentAccounts')
    .where('accountId', '=', accountId)
    .select('tenantId')
    .executeTakeFirst()
  if (!account) return 'foreign'
  if (!subject) return 'ignored'
  return deps.inTenant({ ...account, prepares: true }, (tx) => store(deps, tx, { ...event, subject }))
}

async function store(
  { wake }: Deps,
  tx: TenantTx,
  { id, type, createdAt, subject }: RemoteEvent & { subject: NonNullable<RemoteEvent['subject']> },
): Promise<string> {
  const at = tx.now()
  const inserted = await tx
    .insertInto('paymentEvents')
    .values({ tenantId: tx.tenantId, eventId: id, type, objectId: subject.id, createdAt, receivedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .executeTakeFirst()
  if (!inserted) return 'repeated'
  if (isObjectKind(subject.kind)) {
    await paymentObjectReported.record(tx, { at, data: { kind: subject.kind, objectID: subject.id } })
    tx.afterCommit(wake)
  } else
    await enqueue(
      tx,
      subject.kind === 'payout' ? syncPayoutSpec(tx.tenantId, subject.id) : syncAccountSpec(tx.tenantId),
    )
  return 'stored'
}

const isObjectKind = (kind: EventSubject): kind is ObjectKind => OBJECT_KINDS.some((each) => each === kind)
