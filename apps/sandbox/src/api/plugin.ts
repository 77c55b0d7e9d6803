import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { accountRoutes } from './account-routes.ts'
import { ApiError } from './api-error.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { faultRoutes } from './fault-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { numberRoutes } from './number-routes.ts'
import { phoneRoutes } from './phone-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { stripeRoutes } from './stripe-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Control API for tests, demos and the UI. */
export const apiPlugin = (context: SandboxContext) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body.toString()))
    } catch {
      done(new ApiError(400, 'InvalidJson', 'The body is not valid JSON'))
    }
  })

  app.addHook('onRequest', async (request) => {
    context.origin.learn(`${request.protocol}://${request.host}${app.prefix.replace(/\/api$/, '')}`, false)
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
    const message = status >= 500 ? 'Internal error; see the log of the sandbox' : error.message
    return reply.code(status).send({ error: { code: error.code ?? 'Failed', message } })
  })

  phoneRoutes(app, context)
  numberRoutes(app, context)
  accountRoutes(app, context)
  mediaRoutes(app, context)
  faultRoutes(app, context)
  mailRoutes(app, context)
  calendarRoutes(app, context)
  modelRoutes(app, context)
  registrationRoutes(app, context)
  stripeRoutes(app, context)
  webhookRoutes(app, context)
  eventRoutes(app, context)
}
