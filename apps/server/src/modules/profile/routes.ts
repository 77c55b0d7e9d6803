import { PICTURE_URL } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type Api, inTransaction, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import {
  findPicture,
  findProfile,
  type ProfileDeps,
  updateName,
  updatePicture,
  uploadPicture,
} from './change-profile.ts'
import { getPreferences, savePreferences } from './preferences.ts'
import { renameBusiness } from './rename-business.ts'

export function profileRoutes(api: Api, deps: ProfileDeps) {
  const transaction = inTransaction(deps)
  return {
    getProfile: api.profile.getProfile.handler(
      transaction(async (tx, { actor }) => wrap(await findProfile(tx, actor))),
    ),
    updateProfile: api.profile.updateProfile.handler(
      transaction(async (tx, { actor, input }) => wrap(await updateName(deps, tx, actor, input.name))),
    ),
    updateBusiness: api.profile.updateBusiness.handler(
      transaction(async (tx, { actor, input }) => wrap(await renameBusiness(tx, actor, input.name))),
    ),
    getPreferences: api.profile.getPreferences.handler(
      transaction(async (tx, { actor }) => wrap(await getPreferences(tx, actor))),
    ),
    savePreferences: api.profile.savePreferences.handler(
      transaction(async (tx, { actor, input }) => wrap(await savePreferences(tx, actor, input))),
    ),
    // The picture is scaled and stored before the transaction.
    uploadPicture: api.profile.uploadPicture.handler(async ({ context, input }) =>
      wrap(await uploadPicture(deps, signedIn(context), input.file)),
    ),
    updatePicture: api.profile.updatePicture.handler(
      transaction(async (tx, { actor, input }) => wrap(await updatePicture(deps, tx, actor, input.profilePictureUrl))),
    ),
  }
}

/** Serves teammates' pictures to signed-in users of the same business. The contents of a URL never change. */
export function mountPictures(app: FastifyInstance, deps: Needs<'inTenant' | 'storage' | 'authenticateFiles'>): void {
  app.get('/files/avatars/:id', async (request, reply) => {
    const [url = ''] = request.url.split('?', 1)
    if (!PICTURE_URL.test(url)) throw new AppError('FileNotFound')
    const actor = await deps.authenticateFiles(request)
    const picture = await deps.inTenant(actor, (tx) => findPicture(tx, url))
    if (!picture) throw new AppError('FileNotFound')
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(await deps.storage.get(picture.storageKey)))
  })
}
