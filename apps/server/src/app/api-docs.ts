import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { contract } from '@frontdesk/contract/api'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance } from 'fastify'
// The package's main entry evaluates the whole user interface, 0.2 s of every start.
import swaggerFolder from 'swagger-ui-dist/absolute-path.js'

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk API</title>
<link rel="stylesheet" href="/api/docs/ui/swagger-ui.css"></head>
<body><main id="reference"></main>
<script src="/api/docs/ui/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: false })`

/** The OpenAPI document, made from the contract itself, and a page to read and try it. */
export async function mountApiDocs(app: FastifyInstance): Promise<void> {
  let document: Promise<unknown> | undefined
  app.get('/api/openapi.json', async () => {
    document ??= generate()
    return document
  })
  app.get('/api/docs', (_request, reply) => reply.type('text/html').send(PAGE))
  app.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript').send(START))
  await app.register(fastifyStatic, {
    root: path.resolve(swaggerFolder()),
    prefix: '/api/docs/ui/',
    decorateReply: false,
    index: false,
  })
}

const generate = () =>
  new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'Frontdesk', version: '1.0.0', description: 'The same API the Frontdesk app uses.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    customErrorResponseBodySchema: (errors, status) => ({
      type: 'object',
      description: errors.map(([code, message]) => `${code}: ${message}`).join('\n'),
      required: ['success', 'errorCode', 'message', 'status', 'data', 'requestId'],
      properties: {
        success: { const: false },
        errorCode: { enum: errors.map(([code]) => code) },
        message: { type: 'string' },
        status: { const: status },
        data: {},
        requestId: { type: 'string' },
      },
    }),
  })
