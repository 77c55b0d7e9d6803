import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { clearDeletedAutomations, clearOldRuns } from './clean-up.ts'
import * as events from './events.ts'
import { automationRoutes } from './routes.ts'
import { findAutomationTenants, runAutomations } from './run-automations.job.ts'
import { moveAutomations } from './save-automation.ts'
import { findAutomationStops, skipAutomationRuns } from './withdrawn-runs.ts'

/** Automations: follow-ups, reopening closed conversations, and replies and assignments in new webchats. */
export const automationsModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'database', 'secrets', 'sharedAccount'],
  routes: (api, services) => ({ automations: automationRoutes(api, services) }),
  jobs: [findAutomationTenants, runAutomations],
  offers: { findAutomationStops: () => findAutomationStops, skipAutomationRuns: () => skipAutomationRuns },
  events,
  cleanups: [clearOldRuns, clearDeletedAutomations],
  locationFollowers: [moveAutomations],
})
