import { defineModule } from '../../platform/module.ts'
import { noticeRoutes } from './routes.ts'

/** Notices of the operators to all businesses: versions, maintenance, the promo banner. */
export const noticesModule = defineModule({
  needs: ['directory', 'now', 'supportEmail'],
  routes: (api, services) => ({ notices: noticeRoutes(api, services) }),
})
