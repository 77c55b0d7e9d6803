import { defineModule } from '../../platform/module.ts'
import { clearExports } from './export-contacts.ts'
import { contactListRoutes, mountContacts } from './routes.ts'

/** The list of contacts: filters, orders, totals, and the export. */
export const contactListModule = defineModule({
  needs: ['inTenant', 'now', 'secrets', 'authenticateFiles'],
  routes: (api, services) => ({ contactList: contactListRoutes(api, services) }),
  http: [mountContacts],
  cleanups: [clearExports],
})
