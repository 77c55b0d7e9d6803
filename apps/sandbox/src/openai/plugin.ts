import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { MODEL } from './chat-request.ts'
import { apiError, handleChat } from './handle-chat.ts'
import { OpenAiError } from './openai-error.ts'

const CREATED = Date.UTC(2026, 10, 1) / 1000

/** OpenAI's Chat Completions API with one model, which translates short texts of a front desk. */
export const openAiPlugin = (context: SandboxContext) => async (app: FastifyInstance) => {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body.toString()))
    } catch {
      done(
        new OpenAiError(
          400,
          'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
        ),
      )
    }
  })

  app.addHook('onRequest', async (request) => {
    if (!/^Bearer \S+$/i.test(request.headers.authorization ?? '')) {
      throw new OpenAiError(
        401,
        'You didn’t provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
      )
    }
  })
  app.setNotFoundHandler((request) => {
    const path = request.url.slice(app.prefix.length).split('?')[0]
    throw new OpenAiError(404, `Invalid URL (${request.method} ${path})`)
  })
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof OpenAiError) return reply.code(error.status).headers(error.headers).send(error.toJSON())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(new OpenAiError(status, error.message).toJSON())
    request.log.error(error)
    return reply.code(500).send(apiError(500).toJSON())
  })

  app.get('/v1/models', async () => ({
    object: 'list',
    data: [{ id: MODEL, object: 'model', created: CREATED, owned_by: 'sandbox' }],
  }))

  app.post('/v1/chat/completions', async (request, reply) => {
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const response = await handleChat(context, request.body, AbortSignal.any([closing.signal, disconnected.signal]))
    return reply
      .code(response.status)
      .headers({ ...response.headers, 'x-request-id': response.requestId })
      .send(response.body)
  })
}
