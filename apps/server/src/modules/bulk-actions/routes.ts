import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { shift } from '../../platform/clock.ts'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { setOpenStates } from '../changes/index.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { stopBulkAction, undoBulkAction } from './end-bulk-action.ts'
import { listBulkActions } from './queries.ts'
import { type BulkRequest, startBulkAction } from './start-bulk-action.ts'

const DAY_MS = 24 * 3_600_000

interface WireBulkRequest extends Omit<BulkRequest, 'ids' | 'assigneeId'> {
  sids?: string[] | undefined
  toUserID?: string | null | undefined
}

const readBulkRequest = ({ sids, toUserID, ...request }: WireBulkRequest): BulkRequest => ({
  ...request,
  ids: sids?.map(fromSid),
  assigneeId: toUserID,
})

export function bulkActionRoutes(api: Api, deps: ConversationDeps) {
  const setAll = async (actor: Actor, sids: readonly string[], isClosed: boolean) =>
    (await setOpenStates(deps, actor, sids.map(fromSid), isClosed)).map(toConversation)
  return {
    start: api.bulkActions.start.handler(async ({ context, input }) =>
      wrap(await startBulkAction(deps, signedIn(context), readBulkRequest(input))),
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
      wrap({ conversations: await setAll(signedIn(context), input.sids, true) }),
    ),
    openBulk: api.bulkActions.openBulk.handler(async ({ context, input }) =>
      wrap({ conversations: await setAll(signedIn(context), input.sids, false) }),
    ),
  }
}
