import { defineModule } from '../../platform/module.ts'
import { cashSheetRoutes } from './routes.ts'

/** The cash sheet: amounts requested, paid, refunded and paid out by day, location and currency. */
export const cashSheetModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ cashSheet: cashSheetRoutes(api, services) }),
})
