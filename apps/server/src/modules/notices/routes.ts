import type { Clock } from '../../platform/clock.ts'
import type { Directory } from '../../platform/database/database.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { findLiveVersion, findMaintenance, findPromoBanner } from './queries.ts'

interface NoticeDeps {
  directory: Directory
  now: Clock
  /** Where people write to who run this Frontdesk. */
  supportEmail: string | null
}

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
