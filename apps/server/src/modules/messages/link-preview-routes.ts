import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Needs } from '../../platform/module.ts'
import { FileMissing } from '../../platform/storage.ts'
import { pictureKey } from './link-preview.job.ts'

/** Serves images of link previews to signed-in users of the business. Only messages with the preview reveal its id. */
export function mountLinkPreviews(app: FastifyInstance, deps: Needs<'storage' | 'authenticateFiles'>): void {
  app.get<{ Params: { id: string } }>('/files/link-previews/:id', async (request, reply) => {
    if (!/^[0-9a-f]{64}$/.test(request.params.id)) throw new AppError('FileNotFound')
    const actor = await deps.authenticateFiles(request)
    const contents = await deps.storage.get(pictureKey(actor.tenantId, request.params.id)).catch((error) => {
      throw error instanceof FileMissing ? new AppError('FileNotFound') : error
    })
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=86400')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(contents))
  })
}
