import type { FastifyInstance } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import { sniffPicture } from '../platform/sniff-picture.ts'
import { ApiError } from './api-error.ts'

const MAX_BYTES = 5 * 1024 * 1024

export function mediaRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.register(async (upload) => {
    upload.addContentTypeParser(
      /^(image\/|application\/octet-stream)/,
      { parseAs: 'buffer', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    )

    upload.post('/media', { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const content = request.body
      const contentType = Buffer.isBuffer(content) ? sniffPicture(content) : null
      if (!Buffer.isBuffer(content) || !contentType) {
        throw new ApiError(415, 'NotAPicture', 'The body must be a JPEG, PNG, GIF or WebP picture')
      }
      const sid = makeSid('ME')
      context.media.add({ sid, messageSid: null, position: 0, contentType, content, createdAt: context.now() })
      return reply.code(201).send({ sid, contentType, url: `/sandbox/api/media/${sid}` })
    })
  })

  app.get<{ Params: { sid: string } }>('/media/:sid', async (request, reply) => {
    const media = context.media.find(request.params.sid)
    if (!media) throw new ApiError(404, 'MediaNotFound', 'Picture not found')
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(media.contentType)
      .send(Buffer.from(media.content))
  })
}
