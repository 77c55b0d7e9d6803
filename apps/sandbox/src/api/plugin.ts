import type { FastifyInstance } from 'fastify'
import type { World } from '../platform/world.ts'
import { accountRoutes } from './account-routes.ts'
import { ApiError } from './api-error.ts'
import { eventRoutes } from './event-routes.ts'
import { faultRoutes } from './fault-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { numberRoutes } from './number-routes.ts'
import { phoneRoutes } from './phone-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** How tests, demos and the face operate the outside world. */
export const apiPlugin = (world: World) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string))
    } catch {
      done(new ApiError(400, 'InvalidJson', 'the body is not JSON'))
    }
  })

  app.addHook('onRequest', async (request) => {
    world.origin.learn(`${request.protocol}://${request.host}${app.prefix.replace(/\/api$/, '')}`, false)
  })
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: { code: 'NotFound', message: `${request.method} ${request.url} does not exist` } }),
  )
  app.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ error: { code: error.code, message: error.message } })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const message = status >= 500 ? 'The sandbox failed; its log says why' : error.message
    return reply.code(status).send({ error: { code: error.code ?? 'Failed', message } })
  })

  phoneRoutes(app, world)
  numberRoutes(app, world)
  accountRoutes(app, world)
  mediaRoutes(app, world)
  faultRoutes(app, world)
  mailRoutes(app, world)
  modelRoutes(app, world)
  webhookRoutes(app, world)
  eventRoutes(app, world)
}
