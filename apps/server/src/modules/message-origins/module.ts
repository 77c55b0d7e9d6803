import { defineModule } from '../../platform/module.ts'
import { messageOriginRoutes } from './routes.ts'

/** Why a message was sent: by whom or what, to which audience, with which consent, and what the send gate decided. */
export const messageOriginsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ messageOrigins: messageOriginRoutes(api, services) }),
})
