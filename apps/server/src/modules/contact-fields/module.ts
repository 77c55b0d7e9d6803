import { defineModule } from '../../platform/module.ts'
import { contactFieldRoutes } from './routes.ts'

/** The fields that a business defines for its contacts, and the values contacts have in them. */
export const contactFieldsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ contactFields: contactFieldRoutes(api, services) }),
  settings: ['contact-fields'],
})
