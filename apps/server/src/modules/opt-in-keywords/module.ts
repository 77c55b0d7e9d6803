import { defineModule } from '../../platform/module.ts'
import { optInKeywordRoutes } from './routes.ts'

/** Opt-in keywords: words that people text to our numbers to subscribe. */
export const optInKeywordsModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ optInKeywords: optInKeywordRoutes(api, services) }),
  settings: ['opt-in-keywords'],
})
