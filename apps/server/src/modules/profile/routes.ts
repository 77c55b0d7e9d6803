import { PICTURE_URL } from '@frontdesk/contract/rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
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

export const profileRoutes = (api: Api, deps: ProfileDeps) => ({
  getProfile: api.profile.getProfile.handler(async ({ context }) => {
    const actor = signedIn(context)
    return wrap(await deps.inTenant(actor, (tx) => findProfile(tx, actor)))
  }),
  updateProfile: api.profile.updateProfile.handler(async ({ context, input }) =>
    wrap(await updateName(deps, signedIn(context), input.name)),
  ),
  updateBusiness: api.profile.updateBusiness.handler(async ({ context, input }) =>
    wrap(await renameBusiness(deps, signedIn(context), input.name)),
  ),
  getPreferences: api.profile.getPreferences.handler(async ({ context }) =>
    wrap(await getPreferences(deps, signedIn(context))),
  ),
  savePreferences: api.profile.savePreferences.handler(async ({ context, input }) =>
    wrap(await savePreferences(deps, signedIn(context), input)),
  ),
  uploadPicture: api.profile.uploadPicture.handler(async ({ context, input }) =>
    wrap(await uploadPicture(deps, signedIn(context), input.file)),
  ),
  updatePicture: api.profile.updatePicture.handler(async ({ context, input }) =>
    wrap(await updatePicture(deps, signedIn(context), input.profilePictureUrl)),
  ),
})

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
