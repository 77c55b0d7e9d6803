import { defineModule } from '../../platform/module.ts'
import { auditRoutes, mountAuditLog } from './routes.ts'

/** The audit log: who changed what, listed and exported. */
export const auditModule = defineModule({
  needs: ['inTenant', 'now', 'secrets', 'assertExportIncluded', 'authenticateFiles'],
  routes: (api, services) => ({ audit: auditRoutes(api, services) }),
  http: [mountAuditLog],
})
