import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation } from '../conversations/index.ts'
import { readSetting } from '../settings/index.ts'
import { changeStatus } from './change-status.ts'
import { saveStatuses } from './save-statuses.ts'
import { STATUSES } from './statuses.ts'

export function contactStatusRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    get: api.contactStatuses.get.handler(transaction((tx) => readSetting(tx, STATUSES))),
    save: api.contactStatuses.save.handler(transaction((tx, { actor, input }) => saveStatuses(tx, actor, input))),
    change: api.contactStatuses.change.handler(
      transaction(async (tx, { actor, input: { sid, statusKey } }) =>
        wrap(toConversation(await changeStatus(deps, tx, actor, { id: fromSid(sid), statusKey }))),
      ),
    ),
  }
}
