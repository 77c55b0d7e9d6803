import { fromSid } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import { type Api, type ApiRequest, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { setOpenStates } from '../changes/index.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { stopBulkAction, undoBulkAction } from './end-bulk-action.ts'
import { listBulkActions } from './queries.ts'
import {
  type BulkRequest,
  startBulkAction,
  startContactBulkAction,
  startPaymentBulkAction,
} from './start-bulk-action.ts'

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
  const transaction = inTransaction(deps)
  const setAll = (isClosed: boolean) =>
    transaction(async (tx, { actor, input }: ApiRequest<{ sids: string[] }>) => {
      const conversations = await setOpenStates(deps, tx, actor, input.sids.map(fromSid), isClosed)
      return wrap({ conversations: conversations.map(toConversation) })
    })
  return {
    start: api.bulkActions.start.handler(
      transaction(async (tx, { actor, input }) => wrap(await startBulkAction(deps, tx, actor, readBulkRequest(input)))),
    ),
    startOnContacts: api.bulkActions.startOnContacts.handler(
      transaction(async (tx, { actor, input: { contactIDs, ...request } }) =>
        wrap(await startContactBulkAction(deps, tx, actor, { ...request, ids: contactIDs })),
      ),
    ),
    startOnPayments: api.bulkActions.startOnPayments.handler(
      transaction(async (tx, { actor, input: { paymentIDs, ...request } }) =>
        wrap(await startPaymentBulkAction(deps, tx, actor, { ...request, ids: paymentIDs })),
      ),
    ),
    getList: api.bulkActions.getList.handler(
      transaction(async (tx, { actor }) =>
        wrap({ actions: await listBulkActions(tx, actor, shift(deps.now(), -DAY_MS)) }),
      ),
    ),
    stop: api.bulkActions.stop.handler(
      transaction(async (tx, { actor, input }) => wrap(await stopBulkAction(deps, tx, actor, input.id))),
    ),
    undo: api.bulkActions.undo.handler(
      transaction(async (tx, { actor, input }) => wrap(await undoBulkAction(deps, tx, actor, input.id))),
    ),
    closeBulk: api.bulkActions.closeBulk.handler(setAll(true)),
    openBulk: api.bulkActions.openBulk.handler(setAll(false)),
  }
}
