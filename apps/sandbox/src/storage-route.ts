import type { FastifyInstance } from 'fastify'
import type { World } from './platform/world.ts'

/** Where Twilio keeps the bytes: open to whoever knows the link, as its storage host is. */
export function storageRoute(app: FastifyInstance, world: World): void {
  app.get<{ Params: { sid: string } }>('/storage/:sid', async (request, reply) => {
    const media = world.media.find(request.params.sid)
    if (!media?.messageSid) return reply.code(404).type('text/plain').send('NoSuchKey')
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(media.contentType)
      .send(Buffer.from(media.content))
  })
}
