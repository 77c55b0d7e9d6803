import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { mustBeAssignable } from '../assignees/index.ts'
import { conversationAssigned } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, addInternalMessage, findOwnConversation, startChange } from '../conversations/index.ts'
import { scopeOf } from '../visibility/index.ts'
import { assignChange, assignUpdate } from './assign-change.ts'

interface Request {
  sid: string
  toUserID: string | null
  note?: string | undefined
  isClaim?: boolean | undefined
}

/** Assigns a conversation to a teammate, or unassigns it. Null when the actor can no longer see it. */
export function assignConversation(
  deps: ConversationDeps,
  actor: Actor,
  { sid, toUserID, note, isClaim }: Request,
): Promise<Conversation | null> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    const scope = scopeOf(before)
    if (isClaim && scope.toUserID !== null && scope.toUserID !== toUserID)
      throw new AppError('AlreadyAssigned', { toUserName: before.attributes.toUserName })
    const user = toUserID === null ? null : await mustBeAssignable(tx, actor, toUserID, scope.locationID)
    const input = { toUser: toUserID !== null && user ? { id: toUserID, name: user.displayName } : null, note }
    const [changed] = await assignChange.apply(startChange(deps, tx, { by: actor }), [id], input)
    // A teammate assigned it to the same person a moment ago; the note must reach them nevertheless.
    if (!changed && note)
      await addInternalMessage(deps, tx, {
        conversation: before,
        id: newId(),
        type: 'update',
        body: '',
        data: { update: assignUpdate(input) },
        event: conversationAssigned.of(),
        author: actor,
        isSame: () => true,
      })
    return (await findOwnConversation(tx, actor, id)) ?? null
  })
}
