import { defineModule } from '../../platform/module.ts'
import { loggerRoutes } from './routes.ts'

/** Errors of the web app that browsers report. */
export const loggerModule = defineModule({
  needs: ['directory', 'metrics', 'now'],
  routes: (api, services) => ({ logger: loggerRoutes(api, services) }),
})
