import type { Conversation } from '@frontdesk/contract/api'
import { fromSid, toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, findOwnConversation, toOwnScreens } from '../conversations/index.ts'
import { conversationUnreadMarked } from './events.ts'

/** Marks a conversation unread for the actor alone, until they read it again. */
export function markUnread(deps: ConversationDeps, actor: Actor, sid: string): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    await accessConversation(tx, actor, conversationId)
    await setUnreadMark(deps, tx, { userId: actor.userId, conversationId, isMarkedUnread: true })
    const after = await findOwnConversation(tx, actor, conversationId)
    if (!after) throw new AppError('ConversationNotFound')
    return after
  })
}

interface UnreadMark {
  userId: string
  conversationId: string
  isMarkedUnread: boolean
}

/** Sets somebody's mark or takes it away, and tells their own screens if that was new. */
export async function setUnreadMark(deps: ConversationDeps, tx: TenantTx, mark: UnreadMark): Promise<void> {
  const { userId, conversationId } = mark
  const changed = mark.isMarkedUnread
    ? await tx
        .insertInto('conversationUnreadMarks')
        .values({ tenantId: tx.tenantId, userId, conversationId, markedAt: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('conversationId')
        .executeTakeFirst()
    : await tx
        .deleteFrom('conversationUnreadMarks')
        .where('tenantId', '=', tx.tenantId)
        .where('userId', '=', userId)
        .where('conversationId', '=', conversationId)
        .returning('conversationId')
        .executeTakeFirst()
  if (changed) await tell(deps, tx, mark)
}

async function tell(
  deps: ConversationDeps,
  tx: TenantTx,
  { userId, conversationId, isMarkedUnread }: UnreadMark,
): Promise<void> {
  const at = deps.now()
  const id = await conversationUnreadMarked.record(tx, {
    at,
    audienceUserId: userId,
    conversationId,
    actorUserId: userId,
    data: { isMarkedUnread },
  })
  tx.afterCommit(() =>
    deps.push(tx.tenantId, toOwnScreens(userId), {
      type: 'unread-mark.changed',
      id,
      at,
      conversationSid: toSid('CH', conversationId),
      isMarkedUnread,
    }),
  )
}
