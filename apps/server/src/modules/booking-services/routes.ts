import { SERVICE_PICTURE_URL } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { accessPicture, type PictureDeps, pictureId, uploadPicture } from './pictures.ts'
import { getService, listServices } from './queries.ts'
import { reorderServices, saveService, setServiceArchived } from './save-service.ts'

export function bookingServiceRoutes(api: Api, services: PictureDeps) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingServices.getList.handler(
      transaction(async (tx, { actor, input }) => wrap({ services: await listServices(tx, actor, input) })),
    ),
    get: api.bookingServices.get.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await getService(tx, actor, id))),
    ),
    save: api.bookingServices.save.handler(
      transaction(async (tx, { actor, input }) => wrap(await saveService(tx, actor, input))),
    ),
    // The picture is scaled and stored before the transaction.
    uploadPicture: api.bookingServices.uploadPicture.handler(async ({ context, input }) =>
      wrap(await uploadPicture(services, signedIn(context), input.file)),
    ),
    setArchived: api.bookingServices.setArchived.handler(
      transaction(async (tx, { actor, input }) => wrap(await setServiceArchived(tx, actor, input))),
    ),
    reorder: api.bookingServices.reorder.handler(
      transaction(async (tx, { actor, input }) => wrap({ services: await reorderServices(tx, actor, input.ids) })),
    ),
  }
}

/** Serves pictures of services to teammates. */
export function mountServicePictures(
  app: FastifyInstance,
  { inTenant, storage, authenticateFiles }: PictureDeps & Needs<'authenticateFiles'>,
): void {
  app.get('/files/services/:id', async (request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (!SERVICE_PICTURE_URL.test(url)) throw new AppError('FileNotFound')
    const actor = await authenticateFiles(request)
    const { storageKey } = await inTenant(actor, (tx) => accessPicture(tx, pictureId(url)))
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(await storage.get(storageKey)))
  })
}
