import { fromSid } from '@frontdesk/contract/rules'
import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation, toOwnConversation } from '../conversations/index.ts'
import { markHandled } from './mark-handled.ts'
import { markRead } from './mark-read.ts'
import { markWaiting } from './mark-waiting.ts'
import { snoozeConversation } from './snooze.ts'
import { markUnread } from './unread-marks.ts'
import { unsnoozeConversation } from './unsnooze.ts'

export function attentionRoutes(api: Api, deps: ConversationDeps) {
  const transaction = inTransaction(deps)
  return {
    snooze: api.attention.snooze.handler(
      transaction(async (tx, { actor, input: { sid, until } }) =>
        wrap(toConversation(await snoozeConversation(deps, tx, actor, { id: fromSid(sid), until }))),
      ),
    ),
    unsnooze: api.attention.unsnooze.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await unsnoozeConversation(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    handled: api.attention.handled.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toConversation(await markHandled(deps, tx, actor, fromSid(input.sid)))),
      ),
    ),
    waiting: api.attention.waiting.handler(
      transaction(async (tx, { actor, input: { sid, since } }) =>
        wrap(toConversation(await markWaiting(deps, tx, actor, { id: fromSid(sid), since }))),
      ),
    ),
    markUnread: api.attention.markUnread.handler(
      transaction(async (tx, { actor, input }) =>
        wrap(toOwnConversation(await markUnread(deps, tx, actor, fromSid(input.sid)), actor.userId)),
      ),
    ),
    markRead: api.attention.markRead.handler(
      transaction(async (tx, { actor, input: { sid, upToIndex } }) =>
        wrap(toConversation(await markRead(deps, tx, actor, fromSid(sid), upToIndex))),
      ),
    ),
  }
}
