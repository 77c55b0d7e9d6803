import { fromSid } from '@frontdesk/contract/rules'
import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { type ConversationDeps, toConversation, toOwnConversation } from '../conversations/index.ts'
import { markHandled } from './mark-handled.ts'
import { markRead } from './mark-read.ts'
import { markWaiting } from './mark-waiting.ts'
import { snoozeConversation } from './snooze.ts'
import { markUnread } from './unread-marks.ts'
import { unsnoozeConversation } from './unsnooze.ts'

export const attentionRoutes = (api: Api, deps: ConversationDeps) => ({
  snooze: api.attention.snooze.handler(async ({ context, input }) =>
    wrap(
      toConversation(await snoozeConversation(deps, signedIn(context), { id: fromSid(input.sid), until: input.until })),
    ),
  ),
  unsnooze: api.attention.unsnooze.handler(async ({ context, input }) =>
    wrap(toConversation(await unsnoozeConversation(deps, signedIn(context), fromSid(input.sid)))),
  ),
  handled: api.attention.handled.handler(async ({ context, input }) =>
    wrap(toConversation(await markHandled(deps, signedIn(context), fromSid(input.sid)))),
  ),
  waiting: api.attention.waiting.handler(async ({ context, input }) =>
    wrap(toConversation(await markWaiting(deps, signedIn(context), { id: fromSid(input.sid), since: input.since }))),
  ),
  markUnread: api.attention.markUnread.handler(async ({ context, input }) => {
    const actor = signedIn(context)
    return wrap(toOwnConversation(await markUnread(deps, actor, fromSid(input.sid)), actor.userId))
  }),
  markRead: api.attention.markRead.handler(async ({ context, input }) =>
    wrap(toConversation(await markRead(deps, signedIn(context), fromSid(input.sid), input.upToIndex))),
  ),
})
