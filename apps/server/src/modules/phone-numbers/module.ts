import { defineModule } from '../../platform/module.ts'
import { clearExpiredLookups } from './look-up-number.ts'
import { readBrandLimits } from './read-brand-limits.job.ts'
import { numberCheckRoutes, phoneNumberRoutes } from './routes.ts'
import { createNumberRouting } from './routing.ts'
import { updateWebhooks } from './update-webhooks.job.ts'

/**
 * Our numbers: search, purchase, registration with US carriers, routing; lookups of contacts’ numbers; the
 * business’s own carrier account.
 */
export const phoneNumbersModule = defineModule({
  needs: ['inTenant', 'database', 'secrets', 'carrier', 'now', 'push', 'sharedAccount', 'inboundWebhookUrl'],
  offers: { findNumberRoute: createNumberRouting },
  routes: (api, services) => ({
    phoneNumbers: phoneNumberRoutes(api, services),
    numberChecks: numberCheckRoutes(api, services),
  }),
  jobs: [updateWebhooks, readBrandLimits],
  cleanups: [clearExpiredLookups],
  settings: ['phone-numbers'],
})
