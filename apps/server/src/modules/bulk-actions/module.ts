import { defineModule } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'
import { assertNoLabelChange, startLabelChange } from './change-labels.ts'
import { bulkActionRoutes } from './routes.ts'
import { runBulkAction } from './run-bulk-action.job.ts'

/** One change to many conversations, contacts or payments, run in the background, with undo. */
export const bulkActionsModule = defineModule({
  needs: [...SEND_NEEDS, 'publicUrl'],
  offers: {
    labelChanges: (services) => ({
      assertNoneRunning: assertNoLabelChange,
      start: (tx, actor, names) => startLabelChange(services, tx, actor, names),
    }),
  },
  routes: (api, services) => ({ bulkActions: bulkActionRoutes(api, services) }),
  jobs: [runBulkAction],
})
