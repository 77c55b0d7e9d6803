import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { Needs } from '../../platform/module.ts'
import { findLiveVersion, findMaintenance, findPromoBanner } from './queries.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    /** The address of the people who run this Frontdesk. */
    supportEmail: string | null
  }
}

type NoticeDeps = Needs<'directory' | 'now' | 'supportEmail'>

export const noticeRoutes = (api: Api, { directory, now, supportEmail }: NoticeDeps) => ({
  getVersion: api.notices.getVersion.handler(async () => wrap({ ...(await findLiveVersion(directory)), supportEmail })),
  get: api.notices.get.handler(async ({ context }) => {
    const { tenantId } = signedIn(context)
    const [maintenance, promo] = await Promise.all([
      findMaintenance(directory, tenantId, now()),
      findPromoBanner(directory),
    ])
    return wrap({ maintenance, promoBanner: promo?.isShown ? promo : null })
  }),
})
