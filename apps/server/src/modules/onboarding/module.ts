import { defineModule } from '../../platform/module.ts'
import { onboardingRoutes } from './routes.ts'

/** The first-day checklist of a new business. */
export const onboardingModule = defineModule({
  needs: ['inTenant', 'now'],
  routes: (api, services) => ({ onboarding: onboardingRoutes(api, services) }),
})
