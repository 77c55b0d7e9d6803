import { type Conversation, fromSid } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { accessConversations, type ConversationDeps, changeConversations } from '../conversations/index.ts'
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
    wrap({ conversations: await setAll(deps, signedIn(context), input.sids, true) }),
  ),
  openBulk: api.bulkActions.openBulk.handler(async ({ context, input }) =>
    wrap({ conversations: await setAll(deps, signedIn(context), input.sids, false) }),
  ),
})

/** Few enough to be done at once: all of them, or none. */
const setAll = (deps: ConversationDeps, actor: Actor, sids: string[], isClosed: boolean): Promise<Conversation[]> =>
  deps.inTenant(actor, async (tx) => {
    const ids = [...new Set(sids.map(fromSid))]
    await accessConversations(tx, actor, ids)
    await changeConversations(deps, tx, {
      ids,
      set: { isClosed },
      event: isClosed ? 'conversation.closed' : 'conversation.opened',
      update: { kind: isClosed ? 'closed' : 'opened', value: null },
      by: actor,
      at: deps.now(),
    })
    return accessConversations(tx, actor, ids)
  })
