import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { clearBrowserErrors, listBrowserErrors } from '../logger/index.ts'
import { deleteVersion, saveVersion } from './change-versions.ts'
import { getDemo, resetDemo } from './demo.ts'
import { asDevAdmin, type DevAdminDeps } from './deps.ts'
import { deleteMaintenance, saveMaintenance } from './plan-maintenance.ts'
import { getNotices, listTenants } from './queries.ts'
import { savePromoBanner } from './save-promo-banner.ts'
import { setTenantSubscription } from './set-tenant-subscription.ts'

export const devAdminRoutes = (api: Api, deps: DevAdminDeps) => ({
  get: api.devAdmin.get.handler(async ({ context }) => wrap(await getNotices(deps, signedIn(context)))),
  getBrowserErrors: api.devAdmin.getBrowserErrors.handler(async ({ context }) =>
    wrap({ errors: await asDevAdmin(deps, signedIn(context), listBrowserErrors) }),
  ),
  clearBrowserErrors: api.devAdmin.clearBrowserErrors.handler(async ({ context }) => {
    const did = { action: 'browser-errors.cleared', subject: 'Browser errors' } as const
    await asDevAdmin(deps, signedIn(context), clearBrowserErrors, did)
    return wrap(null)
  }),
  saveVersion: api.devAdmin.saveVersion.handler(async ({ context, input }) =>
    wrap(await saveVersion(deps, signedIn(context), input)),
  ),
  deleteVersion: api.devAdmin.deleteVersion.handler(async ({ context, input }) => {
    await deleteVersion(deps, signedIn(context), input.version)
    return wrap(null)
  }),
  saveMaintenance: api.devAdmin.saveMaintenance.handler(async ({ context, input }) =>
    wrap(await saveMaintenance(deps, signedIn(context), input)),
  ),
  deleteMaintenance: api.devAdmin.deleteMaintenance.handler(async ({ context, input }) => {
    await deleteMaintenance(deps, signedIn(context), input.maintenanceID)
    return wrap(null)
  }),
  savePromoBanner: api.devAdmin.savePromoBanner.handler(async ({ context, input }) =>
    wrap(await savePromoBanner(deps, signedIn(context), input)),
  ),
  getTenants: api.devAdmin.getTenants.handler(async ({ context, input }) =>
    wrap(await listTenants(deps, signedIn(context), input)),
  ),
  getDemo: api.devAdmin.getDemo.handler(async ({ context }) => wrap(await getDemo(deps, signedIn(context)))),
  resetDemo: api.devAdmin.resetDemo.handler(async ({ context }) => wrap(await resetDemo(deps, signedIn(context)))),
  setSubscription: api.devAdmin.setSubscription.handler(async ({ context, input }) =>
    wrap(await setTenantSubscription(deps, signedIn(context), input)),
  ),
})
