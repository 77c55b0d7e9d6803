import { type Api, signedIn } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { markHandled } from './mark-handled.ts'
import { markRead } from './mark-read.ts'
import { markWaiting } from './mark-waiting.ts'
import { snoozeConversation } from './snooze.ts'
import { markUnread } from './unread-marks.ts'
import { wakeConversation } from './wake-conversation.ts'

export const attentionRoutes = (api: Api, deps: ConversationDeps) => ({
  snooze: api.attention.snooze.handler(async ({ context, input }) =>
    wrap(await snoozeConversation(deps, signedIn(context), input)),
  ),
  wake: api.attention.wake.handler(async ({ context, input }) =>
    wrap(await wakeConversation(deps, signedIn(context), input.sid)),
  ),
  handled: api.attention.handled.handler(async ({ context, input }) =>
    wrap(await markHandled(deps, signedIn(context), input.sid)),
  ),
  waiting: api.attention.waiting.handler(async ({ context, input }) =>
    wrap(await markWaiting(deps, signedIn(context), input)),
  ),
  markUnread: api.attention.markUnread.handler(async ({ context, input }) =>
    wrap(await markUnread(deps, signedIn(context), input.sid)),
  ),
  markRead: api.attention.markRead.handler(async ({ context, input }) =>
    wrap(await markRead(deps, signedIn(context), input.sid, input.upToIndex)),
  ),
})
