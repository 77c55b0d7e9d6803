import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversation, type ConversationDeps, startChange } from '../conversations/index.ts'
import { snoozeChange } from './attention-changes.ts'
import { wakeTime } from './wake-time.ts'

/** Hides an open conversation from the list until a time or, when that is null, until the contact writes. */
export function snoozeConversation(
  deps: ConversationDeps,
  actor: Actor,
  { sid, until: requested }: { sid: string; until: string | null },
): Promise<Conversation> {
  const until = wakeTime(requested, deps.now())
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    if (before.attributes.isClosed) throw new AppError('ConversationClosed')
    const [after] = await snoozeChange.apply(startChange(deps, tx, { by: actor }), [id], { until })
    return after ?? before
  })
}
