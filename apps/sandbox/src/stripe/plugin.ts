import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { accountRoutes } from './accounts.ts'
import { balanceRoutes } from './balance.ts'
import { checkoutRoutes } from './checkout.ts'
import { clockOf, DAY_MS } from './clock.ts'
import { disputeRoutes } from './disputes.ts'
import { eventRoutes } from './event-routes.ts'
import { expandPaths } from './expand.ts'
import { fileRoutes } from './files.ts'
import { randomText } from './ids.ts'
import { API_VERSION, PLATFORM } from './objects.ts'
import { paymentRoutes } from './payment-routes.ts'
import { payoutRoutes } from './payouts.ts'
import { readForm, readMultipart } from './read-form.ts'
import { refundRoutes } from './refunds.ts'
import type { StripeRoute } from './route.ts'
import { invalidRequest, noAccess, StripeError } from './stripe-error.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

const ROUTES = [
  accountRoutes,
  balanceRoutes,
  checkoutRoutes,
  disputeRoutes,
  eventRoutes,
  fileRoutes,
  paymentRoutes,
  payoutRoutes,
  refundRoutes,
].flat()

type Parameters = Record<string, unknown>

interface Answer {
  status: number
  body: string
  isReplayed?: boolean
}

/** Stripe’s SDK takes a host and a port, not a path, so its API has a server of its own. */
export async function createStripeServer(
  context: SandboxContext,
  secretKey: string,
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true })
  prepare(app)
  await app.register(stripePlugin(context, secretKey), { prefix: '/v1' })
  return app
}

/** Stripe’s API. https://docs.stripe.com/api */
const stripePlugin = (context: SandboxContext, secretKey: string) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((request) => {
    throw new StripeError(
      404,
      'invalid_request_error',
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
    )
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof StripeError) return reply.code(error.status).send(error.toJSON())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(invalidRequest(error.message).toJSON())
    request.log.error(error)
    return reply.code(500).send(apiError().toJSON())
  })
  for (const { method, url, handle } of ROUTES)
    app.route({ method, url, handler: (request, reply) => answer(context, secretKey, handle, request, reply) })
}

const apiError = () =>
  new StripeError(500, 'api_error', 'An unknown error occurred. Please contact support if the problem persists.')

/** The SDK repeats a request whose connection broke once, with the same key, so the second answer is lost too. */
const cutKeys = new Set<string>()

async function answer(
  context: SandboxContext,
  secretKey: string,
  handle: StripeRoute['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  authenticate(request, secretKey)
  const accountId = readAccount(context, request)
  const path = `${request.method} ${request.url.split('?')[0]}`
  const { expand, ...input } = await readParameters(request)
  const delay = context.stripe.consumeFault('delay-request', { accountId, path })
  if (delay) await sleep(delay.ms ?? 0)

  const header = request.headers['idempotency-key']
  const key = request.method === 'POST' && typeof header === 'string' ? header : undefined
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([path, expand, input]))
    .digest('hex')
  const stored = key === undefined ? undefined : replay(context, { accountId, key, fingerprint })
  const result =
    stored ??
    runRequest(context, accountId, {
      ...{ path, handle, input, expand: toPaths(expand) },
      parameters: request.params as Record<string, string>,
      save: ({ status, body }) => {
        const createdAt = clockOf(context, accountId)
        if (key !== undefined) context.stripe.saveRequest(accountId, key, { fingerprint, status, body, createdAt })
      },
    })

  const isCutAgain = key !== undefined && cutKeys.delete(`${accountId} ${key}`)
  if (isCutAgain || context.stripe.consumeFault('cut-response', { accountId, path })) {
    if (key !== undefined && !isCutAgain) cutKeys.add(`${accountId} ${key}`)
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  return reply
    .code(result.status)
    .headers({
      'content-type': 'application/json',
      'request-id': `req_${randomText(14)}`,
      'stripe-version': API_VERSION,
      ...(accountId !== PLATFORM && { 'stripe-account': accountId }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(result.isReplayed && { 'idempotent-replayed': 'true' }),
    })
    .send(result.body)
}

function authenticate({ headers }: FastifyRequest, secretKey: string): void {
  const [, scheme, value = ''] = /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? '') ?? []
  const key = scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value
  if (!key)
    throw new StripeError(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization header.',
    )
  if (key !== secretKey)
    throw new StripeError(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****`)
}

function readAccount(context: SandboxContext, { headers }: FastifyRequest): string {
  const id = headers['stripe-account']
  if (typeof id !== 'string') return PLATFORM
  const isConnected = context.stripe.find(PLATFORM, 'account', id) && !context.stripe.memo(id).isDisconnected
  if (!isConnected) throw noAccess(id)
  return id
}

async function readParameters(request: FastifyRequest): Promise<Parameters> {
  if (request.method !== 'POST') return readForm(request.url.split('?')[1] ?? '')
  if (typeof request.body === 'string') return readForm(request.body)
  if (!Buffer.isBuffer(request.body)) return {}
  return readMultipart(request.body, request.headers['content-type'] ?? '').catch(() => {
    throw invalidRequest('The form cannot be read.')
  })
}

const toPaths = (expand: unknown): string[] => (Array.isArray(expand) ? expand.map(String) : [])

/** The stored answer of an earlier request with the same key, for a day. */
function replay(
  context: SandboxContext,
  { accountId, key, fingerprint }: { accountId: string; key: string; fingerprint: string },
): Answer | undefined {
  const stored = context.stripe.findRequest(accountId, key)
  if (!stored || stored.createdAt + DAY_MS <= clockOf(context, accountId)) return undefined
  if (stored.fingerprint !== fingerprint)
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  return { status: stored.status, body: stored.body, isReplayed: true }
}

interface Run {
  path: string
  handle: StripeRoute['handle']
  parameters: Record<string, string>
  input: Parameters
  expand: string[]
  /** Keeps the answer under the request’s key. */
  save: (answer: Answer) => void
}

/** Runs a request in a transaction. A 500 is an answer too, which Stripe keeps under the key. */
function runRequest(
  context: SandboxContext,
  accountId: string,
  { path, handle, parameters, input, expand, save }: Run,
): Answer {
  const refused = context.stripe.consumeFault('fail-request', { accountId, path })
  if (refused) {
    const failure = toAnswer(toFailure(refused.code ?? 500))
    // Stripe begins no request above its rate limit.
    if (failure.status !== 429) save(failure)
    return failure
  }
  try {
    return context.db.transaction(() => {
      const result = handle({ context, accountId, input, path: (name) => parameters[name] ?? '' })
      const isBroken = context.stripe.consumeFault('break-response', { accountId, path }) !== undefined
      const answered = isBroken
        ? toAnswer(apiError())
        : result instanceof StripeError
          ? toAnswer(result)
          : { status: 200, body: JSON.stringify(expandPaths(context, accountId, result, expand), null, 2) }
      save(answered)
      return answered
    })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const answered = toAnswer(error)
    // Parameters are checked before a request begins, so its key may be used again.
    if (!error.details.code?.startsWith('parameter_')) save(answered)
    return answered
  }
}

const toAnswer = (error: StripeError): Answer => ({ status: error.status, body: JSON.stringify(error, null, 2) })

const toFailure = (status: number): StripeError =>
  status === 429
    ? new StripeError(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' })
    : new StripeError(status, status >= 500 ? 'api_error' : 'invalid_request_error', 'The sandbox refused the request.')
