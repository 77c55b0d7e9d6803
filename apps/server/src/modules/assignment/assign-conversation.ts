import type { Conversation, LogUpdate } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { mustBeAssignable } from '../assignees/index.ts'
import { conversationAssigned } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, changeConversations, findOwnConversation, writeLine } from '../conversations/index.ts'
import { factsOf } from '../visibility/index.ts'

interface Request {
  sid: string
  toUserID: string | null
  note?: string | undefined
  isClaim?: boolean | undefined
}

/** Hands a conversation to a teammate, or back into the queue. Null when the actor does not see it any more. */
export function assignConversation(
  deps: ConversationDeps,
  actor: Actor,
  { sid, toUserID, note, isClaim }: Request,
): Promise<Conversation | null> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    const facts = factsOf(before)
    if (isClaim && facts.toUserID !== null && facts.toUserID !== toUserID)
      throw new AppError('AlreadyAssigned', { toUserName: before.attributes.toUserName })
    const user = toUserID === null ? null : await mustBeAssignable(tx, actor, toUserID, facts.locationID)
    const update: LogUpdate = user
      ? { kind: 'assigned', value: user.displayName, ...(note && { note }) }
      : { kind: 'unassigned', value: null, ...(note && { note }) }
    const event = conversationAssigned.of()
    const [changed] = await changeConversations(deps, tx, {
      ids: [id],
      set: { toUserId: toUserID },
      event,
      update,
      by: actor,
      at: deps.now(),
    })
    // Somebody else gave it to the same one a moment ago: what is said to them is said nevertheless.
    if (!changed && note)
      await writeLine(deps, tx, {
        conversation: before,
        id: newId(),
        type: 'update',
        body: '',
        data: { update },
        event,
        author: actor,
        isSame: () => true,
      })
    return (await findOwnConversation(tx, actor, id)) ?? null
  })
}
