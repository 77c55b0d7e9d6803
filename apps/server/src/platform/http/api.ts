import type { contract as apiContract } from '@frontdesk/contract/api'
import { type ApiErrorBody, can, type EndpointMeta, mayWrite, UPLOAD_MAX_BYTES } from '@frontdesk/contract/rules'
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

/** What every handler gets beside its input. */
export interface RequestContext {
  request: FastifyRequest
  reply: FastifyReply
  /** Set by the middleware below before the handler runs; absent on public endpoints. */
  actor?: Actor
}

export type Authenticate = (authorization: string | undefined) => Promise<Actor>

/**
 * The start of every handler: checks the session and the permission its endpoint declares, in one place.
 * Handlers take the caller from `signedIn(context)`.
 */
export function createApi(contract: typeof apiContract, authenticate: Authenticate) {
  return implement(contract)
    .$context<RequestContext>()
    .use(async ({ context, procedure, next }, input: unknown) => {
      const { route } = procedure['~orpc']
      const meta = procedure['~orpc'].meta as EndpointMeta
      const { permission } = meta
      if (permission === 'public') {
        mustBeStorable(input)
        return next()
      }
      const actor = await authenticate(context.request.headers.authorization)
      if (actor.needsTwoStep && !meta.isBeforeTwoStep) throw new AppError('TwoStepSetupRequired')
      if (actor.viewingAs && !meta.isOfSession && mayWrite(route.method, meta)) throw new AppError('ViewingAs')
      if (permission !== 'anyone signed in' && !can(actor, permission)) throw new AppError('Forbidden', { permission })
      mustBeStorable(input)
      return next({ context: { actor } })
    })
}
export type Api = ReturnType<typeof createApi>

export function signedIn(context: { actor?: Actor }): Actor {
  if (!context.actor) throw new AppError('NotSignedIn')
  return context.actor
}

/** What an operation behind an endpoint gets besides its transaction. */
export interface ApiRequest<Input> {
  actor: Actor
  input: Input
  context: RequestContext
}

/** Makes handlers that run in one transaction of the caller's tenant: the route opens it, so operations can be composed. */
export const inTransaction =
  ({ inTenant }: { inTenant: InTenant }) =>
  <Input, Output>(work: (tx: TenantTx, request: ApiRequest<Input>) => Promise<Output>) =>
  ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> => {
    const actor = signedIn(context)
    return inTenant(actor, (tx) => work(tx, { actor, input, context }))
  }

/** No input of ours goes anywhere near it; what does would exhaust the stack. */
const MAX_DEPTH = 50

/** PostgreSQL keeps no NUL character, and half a surrogate pair would come back as another character. */
function mustBeStorable(input: unknown, path: string[] = []): void {
  const refuse = (message: string) => {
    throw new AppError('InvalidInput', { fields: [{ path: path.slice(0, 5).join('.'), message }] })
  }
  if (path.length > MAX_DEPTH) refuse('Nested too deeply')
  if (typeof input === 'string' && (input.includes('\0') || !input.isWellFormed())) {
    refuse('Contains characters that cannot be kept')
  }
  if (typeof input !== 'object' || input === null || input instanceof Blob) return
  for (const [key, value] of Object.entries(input)) mustBeStorable(value, [...path, key])
}

/** What our endpoints answer is JSON already, as their schemas say: not walked through and copied once more. */
class JsonCodec extends StandardOpenAPICodec {
  override encode(output: unknown, procedure: AnyProcedure) {
    return { ...super.encode(null, procedure), body: output }
  }
}

/** Multipart adds its own lines around the file. */
const MULTIPART_OVERHEAD = 10_000

export function mountApi(
  app: FastifyInstance,
  router: Router<typeof apiContract, RequestContext>,
  { log, publicUrl }: { log: Log; publicUrl: () => string },
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
          // What never reached an endpoint could not be read at all.
          throw shaped(errorBody(new AppError('InvalidInput'), context.request.id))
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
    // Uploads are read by the handler itself, once their announced size was checked.
    api.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    api.addHook('preParsing', async (request, _reply, payload) => {
      if (!request.headers['content-type']?.startsWith('multipart/form-data')) return payload
      const announced = Number(request.headers['content-length'] ?? Number.NaN)
      if (!(announced <= UPLOAD_MAX_BYTES + MULTIPART_OVERHEAD)) throw new AppError('RequestTooLarge')
      return payload
    })
    api.all('/api/*', async (request, reply) => {
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context: { request, reply } })
      if (!matched) throw new AppError('NotFound')
    })
  })

  function toApiError(
    error: unknown,
    { request: { id: requestId }, reply }: RequestContext,
  ): ORPCError<string, unknown> {
    if (error instanceof AppError) return shaped(errorBody(error, requestId))
    if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      const fields = error.cause.issues.map(({ message, path }) => ({
        path: path?.map(pathPart).join('.') ?? '',
        message,
      }))
      return shaped(errorBody(new AppError('InvalidInput', { fields }), requestId))
    }
    const cause = error instanceof ORPCError && error.cause ? error.cause : error
    if (isUnavailable(cause)) {
      log.warn({ err: cause, requestId }, 'the database is unavailable')
      reply.header(...RETRY_AFTER)
      return shaped(errorBody(new AppError('ServiceUnavailable'), requestId))
    }
    log.error({ err: cause, requestId }, 'an endpoint failed')
    return shaped(unexpectedBody(requestId))
  }
}

const shaped = (body: ApiErrorBody) =>
  new ORPCError(body.errorCode, { status: body.status, message: body.message, data: body })

const isErrorBody = (data: unknown): data is ApiErrorBody =>
  typeof data === 'object' && data !== null && 'errorCode' in data

const pathPart = (part: PropertyKey | { key: PropertyKey }) => String(typeof part === 'object' ? part.key : part)
