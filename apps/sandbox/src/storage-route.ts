import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from './platform/context.ts'

/** Twilio's storage host for media content. Unauthenticated like the real one: the link is the secret. */
export function storageRoute(app: FastifyInstance, context: SandboxContext): void {
  app.get<{ Params: { sid: string } }>('/storage/:sid', async (request, reply) => {
    const media = context.media.find(request.params.sid)
    if (!media?.messageSid) return reply.code(404).type('text/plain').send('NoSuchKey')
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(media.contentType)
      .send(Buffer.from(media.content))
  })
}
