import type { contract as apiContract } from '@frontdesk/contract/api'
import { type ApiErrorBody, can, type EndpointMeta, mayWrite } from '@frontdesk/contract/rules'
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import { type AnyProcedure, implement, ORPCError, type Router, ValidationError } from '@orpc/server'
import { FastifyHandler } from '@orpc/server/fastify'
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { InTenant, TenantTx } from '../database/database.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { errorBody, RETRY_AFTER, unexpectedBody } from './app.ts'
import { isCrossSite } from './cross-site.ts'
import { guardUploads } from './guard-uploads.ts'

/** Context of every handler. */
export interface RequestContext {
  request: FastifyRequest
  reply: FastifyReply
  /** Set by the middleware below before the handler runs; absent on public endpoints. */
  actor?: Actor
}

export type Authenticate = (authorization: string | undefined) => Promise<Actor>

/**
 * Creates the base of all handlers, which checks the session and the permission that the endpoint declares. Handlers
 * get the actor from `signedIn(context)`.
 */
export function createApi(contract: typeof apiContract, authenticate: Authenticate) {
  return implement(contract)
    .$context<RequestContext>()
    .use(async ({ context, procedure, next }, input: unknown) => {
      const { route } = procedure['~orpc']
      const meta = procedure['~orpc'].meta as EndpointMeta
      const { permission } = meta
      if (permission === 'public') {
        assertStorable(input)
        return next()
      }
      const actor = await authenticate(context.request.headers.authorization)
      if (actor.needsTwoStep && !meta.isBeforeTwoStep) throw new AppError('TwoStepSetupRequired')
      if (actor.viewingAs && !meta.isOfSession && mayWrite(route.method, meta)) throw new AppError('ViewingAs')
      if (permission !== 'anyone signed in' && !can(actor, permission)) throw new AppError('Forbidden', { permission })
      assertStorable(input)
      return next({ context: { actor } })
    })
}
export type Api = ReturnType<typeof createApi>

export function signedIn(context: { actor?: Actor }): Actor {
  if (!context.actor) throw new AppError('NotSignedIn')
  return context.actor
}

/** Request of an operation, besides its transaction. */
export interface ApiRequest<Input> {
  actor: Actor
  input: Input
  context: RequestContext
}

/**
 * Creates handlers that run in one transaction of the caller's tenant. The route opens it, so that operations compose.
 */
export const inTransaction =
  ({ inTenant }: { inTenant: InTenant }, { prepares = false } = {}) =>
  <Input, Output>(work: (tx: TenantTx, request: ApiRequest<Input>) => Promise<Output>) =>
  ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> => {
    const actor = signedIn(context)
    return inTenant({ tenantId: actor.tenantId, prepares }, (tx) => work(tx, { actor, input, context }))
  }

/** Far beyond valid input; deeper nesting would exhaust the stack. */
const MAX_DEPTH = 50

/** Rejects text that PostgreSQL cannot store (NUL) or would not return unchanged (lone surrogates). */
export function assertStorable(input: unknown, path: string[] = []): void {
  const reject = (message: string) => {
    throw new AppError('InvalidInput', { fields: [{ path: path.slice(0, 5).join('.'), message }] })
  }
  if (path.length > MAX_DEPTH) reject('Nested too deeply')
  if (typeof input === 'string' && (input.includes('\0') || !input.isWellFormed())) {
    reject('Contains characters that cannot be kept')
  }
  if (typeof input !== 'object' || input === null || input instanceof Blob) return
  for (const [key, value] of Object.entries(input)) assertStorable(value, [...path, key])
}

/** Skips serialization: the output schemas guarantee that handlers return plain JSON. */
class JsonCodec extends StandardOpenAPICodec {
  override encode(output: unknown, procedure: AnyProcedure) {
    return { ...super.encode(null, procedure), body: output }
  }
}

export function mountApi(
  app: FastifyInstance,
  router: Router<typeof apiContract, RequestContext>,
  { log, publicUrl, authenticate }: { log: Log; publicUrl: () => string; authenticate: Authenticate },
): void {
  const serializer = new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  )
  const options: StandardHandlerOptions<RequestContext> = {
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          throw toApiError(error, context)
        }
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          if (error instanceof ORPCError && isErrorBody(error.data)) throw error
          // The request could not be parsed, so it reached no endpoint.
          throw toOrpcError(errorBody(new AppError('InvalidInput'), context.request.id))
        }
      },
    ],
  }
  const codec = new JsonCodec(serializer, { customErrorResponseBodyEncoder: ({ data }) => data })
  const handler = new FastifyHandler(new StandardHandler(router, new StandardOpenAPIMatcher(), codec, options))

  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      if (isCrossSite(request, publicUrl())) throw new AppError('CrossSiteRequest')
      // Responses contain tokens and contacts' data, so caches must not store them.
      reply.header('cache-control', 'no-store')
      // Media types are case-insensitive, but the form parser is not.
      const type = request.headers['content-type']
      if (type) request.headers['content-type'] = type.replace(/^[^;]*/, (name) => name.toLowerCase())
    })
    // The handler reads uploads itself.
    api.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    guardUploads(api, authenticate)
    api.all('/api/*', async (request, reply) => {
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context: { request, reply } })
      if (!matched) throw new AppError('NotFound')
    })
  })

  function toApiError(
    error: unknown,
    { request: { id: requestId }, reply }: RequestContext,
  ): ORPCError<string, unknown> {
    if (error instanceof AppError) return toOrpcError(errorBody(error, requestId))
    if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      const fields = error.cause.issues.map(({ message, path }) => ({
        path: path?.map(pathPart).join('.') ?? '',
        message,
      }))
      return toOrpcError(errorBody(new AppError('InvalidInput', { fields }), requestId))
    }
    const cause = error instanceof ORPCError && error.cause ? error.cause : error
    if (isUnavailable(cause)) {
      log.warn({ err: cause, requestId }, 'the database is unavailable')
      reply.header(...RETRY_AFTER)
      return toOrpcError(errorBody(new AppError('ServiceUnavailable'), requestId))
    }
    log.error({ err: cause, requestId }, 'endpoint failed')
    return toOrpcError(unexpectedBody(requestId))
  }
}

const toOrpcError = (body: ApiErrorBody) =>
  new ORPCError(body.errorCode, { status: body.status, message: body.message, data: body })

const isErrorBody = (data: unknown): data is ApiErrorBody =>
  typeof data === 'object' && data !== null && 'errorCode' in data

const pathPart = (part: PropertyKey | { key: PropertyKey }) => String(typeof part === 'object' ? part.key : part)
