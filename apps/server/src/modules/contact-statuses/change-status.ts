import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accessConversation, type ConversationDeps, startChange } from '../conversations/index.ts'
import { statusChange } from './status-change.ts'
import { findStatus } from './statuses.ts'

/** Sets the status of a conversation, or none. */
export const changeStatus = (
  deps: ConversationDeps,
  actor: Actor,
  { sid, statusKey }: { sid: string; statusKey: string | null },
): Promise<Conversation> =>
  deps.inTenant(actor, async (tx) => {
    const status = statusKey === null ? null : await findStatus(tx, statusKey)
    const id = fromSid(sid)
    // A conversation that the actor cannot see is reported before a status that does not exist.
    const before = await accessConversation(tx, actor, id, 'change')
    if (status === undefined) throw new AppError('ContactStatusUnknown')
    const [after] = await statusChange.apply(startChange(deps, tx, { by: actor }), [id], { status })
    return after ?? before
  })
