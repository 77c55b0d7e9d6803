import { defineModule } from '../../platform/module.ts'
import { deleteAccount, eraseTenant } from './delete-account.job.ts'
import * as events from './events.ts'
import { accountDeletionRoutes, mountExports } from './routes.ts'
import { writeExport } from './write-export.job.ts'

/** Deletes a business after a grace period, and exports all its data as one file. */
export const accountDeletionModule = defineModule({
  needs: [
    'database',
    'inTenant',
    'secrets',
    'storage',
    'carrier',
    'sharedAccount',
    'findNumberRoute',
    'now',
    'log',
    'push',
    'publicUrl',
    'endSession',
    'authenticateFiles',
  ],
  offers: { eraseTenant: (services) => (tenantId) => eraseTenant(services, tenantId) },
  routes: (api, services) => ({ accountDeletion: accountDeletionRoutes(api, services) }),
  http: [mountExports],
  jobs: [deleteAccount, writeExport],
  events,
})
