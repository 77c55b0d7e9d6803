import { defineModule } from '../../platform/module.ts'
import { contactDuplicateRoutes } from './routes.ts'

/** Contacts that may be the same person. */
export const contactDuplicatesModule = defineModule({
  needs: ['inTenant', 'secrets'],
  routes: (api, services) => ({ contactDuplicates: contactDuplicateRoutes(api, services) }),
})
