import { createHash, timingSafeEqual } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import type { ApiErrorBody } from '@frontdesk/contract/rules'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { AppError } from '../errors.ts'
import type { Health } from '../health.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { errorCode, readProperty } from '../read-property.ts'

export interface HttpOptions {
  config: Config
  log: Log
  metrics: Metrics
  /** Throws while the process cannot serve. */
  checkReady: () => Promise<void>
  health: Health
}

/** Limit for receiving a whole request, so that slow clients cannot hold connections open. */
const REQUEST_TIMEOUT_MS = 300_000

/**
 * Limit without any progress on a connection, so that a client that stops reading a file does not hold it in memory.
 */
const STALL_TIMEOUT_MS = 120_000

/** JSON bodies are small; uploads have their own limit. */
const JSON_MAX_BYTES = 1_000_000

/** Creates the HTTP server with security headers, request ids, metrics, typed errors and health checks. */
export async function createHttpApp({
  config,
  log,
  metrics,
  checkReady,
  health,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    // Trust one hop only: the caller may have forged entries further left in X-Forwarded-For.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALL_TIMEOUT_MS,
    genReqId: newId,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // An invalid URL reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      const appError = fromFastify(error) ?? new AppError('InvalidInput')
      const answer: FastifyReply = reply
      void answer.header('x-request-id', request.id).status(appError.status).send(errorBody(appError, request.id))
    },
  })

  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        // Mantine and the emoji picker set styles at run time.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(fastifyCookie)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })

  app.setErrorHandler((error, request, reply) => {
    const appError = error instanceof AppError ? error : fromFastify(error)
    if (appError) return reply.status(appError.status).send(errorBody(appError, request.id))
    if (isUnavailable(error)) {
      log.warn({ err: error, requestId: request.id, route: request.routeOptions.url }, 'the database is unavailable')
      return reply
        .status(503)
        .header(...RETRY_AFTER)
        .send(errorBody(new AppError('ServiceUnavailable'), request.id))
    }
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    return reply.status(500).send(unexpectedBody(request.id))
  })

  // Liveness: an orchestrator restarts the process when this keeps failing, so it reports dead components, not a short
  // outage.
  app.get('/healthz', async (_request, reply) => {
    const failing = health.failing()
    return failing.length === 0 ? { ok: true } : reply.status(503).send({ ok: false, failing })
  })
  app.get('/readyz', async (_request, reply) => {
    try {
      await checkReady()
      return { ok: true }
    } catch {
      return reply.status(503).send({ ok: false })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new AppError('Forbidden')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return app
}

/** A restarted database is usually back by then. */
export const RETRY_AFTER = ['retry-after', '5'] as const

/**
 * With METRICS_TOKEN, requests need the token; without it, they must come from this machine. A reverse proxy on this
 * machine looks local too, so a public address, or any sign that a request was forwarded, refuses it.
 */
function mayReadMetrics({ headers, socket, hostname }: FastifyRequest, config: Config): boolean {
  const { metricsToken, trustProxy, publicUrl } = config
  if (metricsToken !== null) return isEqual(headers.authorization ?? '', `Bearer ${metricsToken}`)
  const isPublished = publicUrl !== null && !LOOPBACK_NAMES.has(new URL(publicUrl).hostname)
  const isForwarded = isPublished || trustProxy || PROXY_HEADERS.some((name) => name in headers)
  return !isForwarded && LOOPBACK_NAMES.has(hostname) && isLoopback(socket.remoteAddress ?? '')
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

const digest = (text: string) => createHash('sha256').update(text).digest()
const isEqual = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

const isLoopback = (ip: string) => ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')

function fromFastify(error: unknown): AppError | null {
  const statusCode = readProperty(error, 'statusCode')
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new AppError('RequestTooLarge')
  if (statusCode === 415) return new AppError('UnsupportedMediaType')
  if (statusCode === 404) return new AppError('NotFound')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new AppError('InvalidInput')
  return null
}

export const errorBody = (
  error: { code: ApiErrorBody['errorCode']; message: string; status: number; data?: unknown },
  requestId: string,
): ApiErrorBody => ({
  success: false,
  errorCode: error.code,
  message: error.message,
  status: error.status,
  data: error.data ?? null,
  requestId,
})

export const unexpectedBody = (requestId: string) =>
  errorBody(
    { code: 'Unexpected', message: 'Oops! Something went wrong. Please give it another go!', status: 500 },
    requestId,
  )
