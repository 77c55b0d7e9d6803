import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { accountRoutes } from './account-routes.ts'
import { availablePhoneNumberRoutes } from './available-phone-number-routes.ts'
import { incomingPhoneNumberRoutes } from './incoming-phone-number-routes.ts'
import { lookupRoutes } from './lookup-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { messageRoutes, notFound } from './message-routes.ts'
import { pricingRoutes } from './pricing-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { TwilioError } from './twilio-error.ts'

/** Twilio's REST API for messages, phone numbers and their registration, lookups and pricing. */
export const twilioPlugin = (context: SandboxContext) => async (app: FastifyInstance) => {
  app.addHook('preClose', async () => {
    for (const response of context.droppedResponses) response.destroy()
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )

  app.setNotFoundHandler((request) => {
    throw notFound(request.url.slice(app.prefix.length).split('?')[0] ?? '')
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof TwilioError) return reply.code(error.status).send(error.toJSON())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(new TwilioError(status, 20001, error.message).toJSON())
    request.log.error(error)
    return reply.code(500).send(new TwilioError(500, 20500, 'An internal server error has occurred').toJSON())
  })

  accountRoutes(app, context)
  messageRoutes(app, context)
  mediaRoutes(app, context)
  incomingPhoneNumberRoutes(app, context)
  availablePhoneNumberRoutes(app, context)
  lookupRoutes(app, context)
  pricingRoutes(app, context)
  registrationRoutes(app, context)
}
