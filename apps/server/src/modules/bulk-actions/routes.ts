import { shift } from '../../platform/clock.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, setOpenStates } from '../conversations/index.ts'
import { stopBulkAction, undoBulkAction } from './end-bulk-action.ts'
import { listBulkActions } from './queries.ts'
import { startBulkAction } from './start-bulk-action.ts'

const DAY_MS = 24 * 3_600_000

export const bulkActionRoutes = (api: Api, deps: ConversationDeps) => ({
  start: api.bulkActions.start.handler(async ({ context, input }) =>
    wrap(await startBulkAction(deps, signedIn(context), input)),
  ),
  getList: api.bulkActions.getList.handler(async ({ context }) => {
    const actor = signedIn(context)
    const since = shift(deps.now(), -DAY_MS)
    return wrap({ actions: await deps.inTenant(actor, (tx) => listBulkActions(tx, actor, since)) })
  }),
  stop: api.bulkActions.stop.handler(async ({ context, input }) =>
    wrap(await stopBulkAction(deps, signedIn(context), input.id)),
  ),
  undo: api.bulkActions.undo.handler(async ({ context, input }) =>
    wrap(await undoBulkAction(deps, signedIn(context), input.id)),
  ),
  closeBulk: api.bulkActions.closeBulk.handler(async ({ context, input }) =>
    wrap({ conversations: await setOpenStates(deps, signedIn(context), input.sids, true) }),
  ),
  openBulk: api.bulkActions.openBulk.handler(async ({ context, input }) =>
    wrap({ conversations: await setOpenStates(deps, signedIn(context), input.sids, false) }),
  ),
})
