import { fromSid } from '@frontdesk/contract'
import type { Actor } from '../../platform/actor.ts'
import { recordEvent } from '../../platform/events/log.ts'
import { accessConversation } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { toOwnScreens } from './realtime.ts'

/** Keeps what somebody has begun to write, for their other screens and for later. An empty draft is forgotten. */
export function saveDraft(
  deps: ConversationDeps,
  actor: Actor,
  sid: string,
  messageDraft: string,
): Promise<{ userID: string; messageDraft: string }> {
  return deps.inTenant(actor, async (tx) => {
    const conversationId = fromSid(sid)
    await accessConversation(tx, actor, conversationId)
    const at = deps.now()
    const own = { tenantId: tx.tenantId, conversationId, userId: actor.userId }
    if (messageDraft.trim() === '') {
      await tx
        .deleteFrom('conversationDrafts')
        .where('tenantId', '=', tx.tenantId)
        .where('conversationId', '=', conversationId)
        .where('userId', '=', actor.userId)
        .execute()
    } else {
      await tx
        .insertInto('conversationDrafts')
        .values({ ...own, messageDraft, updatedAt: at })
        .onConflict((conflict) =>
          conflict.columns(['tenantId', 'conversationId', 'userId']).doUpdateSet({ messageDraft, updatedAt: at }),
        )
        .execute()
    }
    const id = await recordEvent(tx, { type: 'draft.saved', at, audienceUserId: actor.userId, conversationId })
    tx.afterCommit(() =>
      deps.push(tx.tenantId, toOwnScreens(actor.userId), {
        type: 'draft.changed',
        id,
        at,
        conversationSid: sid,
        messageDraft,
      }),
    )
    return { userID: actor.userId, messageDraft }
  })
}
