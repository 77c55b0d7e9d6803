import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  accessConversation,
  type ConversationDeps,
  findOwnConversation,
  type OwnConversationRow,
} from '../conversations/index.ts'
import { ownRoom } from '../visibility/index.ts'
import { conversationUnreadMarked } from './events.ts'

/** Marks a conversation unread for the actor alone, until they read it again. */
export async function markUnread(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  conversationId: string,
): Promise<OwnConversationRow> {
  await accessConversation(tx, actor, conversationId)
  await setUnreadMarks(deps, tx, {
    userId: actor.userId,
    conversationIds: [conversationId],
    isMarkedUnread: true,
  })
  const after = await findOwnConversation(tx, actor, conversationId)
  if (!after) throw new AppError('ConversationNotFound')
  return after
}

interface UnreadMarks {
  userId: string
  conversationIds: readonly string[]
  isMarkedUnread: boolean
}

/** Sets or clears a teammate's marks and notifies their screens of those that changed, whose ids it returns. */
export async function setUnreadMarks(deps: ConversationDeps, tx: TenantTx, marks: UnreadMarks): Promise<string[]> {
  const { userId, conversationIds, isMarkedUnread } = marks
  if (conversationIds.length === 0) return []
  const changed = isMarkedUnread
    ? await tx
        .insertInto('conversationUnreadMarks')
        .values(
          conversationIds.map((conversationId) => ({
            tenantId: tx.tenantId,
            userId,
            conversationId,
            markedAt: deps.now(),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('conversationId')
        .execute()
    : await tx
        .deleteFrom('conversationUnreadMarks')
        .where('tenantId', '=', tx.tenantId)
        .where('userId', '=', userId)
        .where('conversationId', 'in', [...conversationIds])
        .returning('conversationId')
        .execute()
  for (const { conversationId } of changed) await publishMark(deps, tx, { userId, conversationId, isMarkedUnread })
  return changed.map(({ conversationId }) => conversationId)
}

async function publishMark(
  deps: ConversationDeps,
  tx: TenantTx,
  { userId, conversationId, isMarkedUnread }: { userId: string; conversationId: string; isMarkedUnread: boolean },
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
    deps.push(tx.tenantId, [ownRoom(userId)], {
      type: 'unread-mark.changed',
      id,
      at,
      conversationSid: toSid('CH', conversationId),
      isMarkedUnread,
    }),
  )
}
