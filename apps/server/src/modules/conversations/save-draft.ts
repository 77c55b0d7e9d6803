import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { ownRoom } from '../visibility/index.ts'
import { accessConversation } from './access.ts'
import type { ConversationDeps } from './deps.ts'
import { draftSaved } from './events.ts'

interface Draft {
  conversationId: string
  userId: string
  messageDraft: string
}

/** Keeps what somebody has begun to write, for their other screens and for later. An empty draft is forgotten. */
export function saveDraft(
  deps: ConversationDeps,
  actor: Actor,
  conversationId: string,
  messageDraft: string,
): Promise<{ userID: string; messageDraft: string }> {
  return deps.inTenant(actor, async (tx) => {
    const { userId } = actor
    await accessConversation(tx, actor, conversationId)
    if (messageDraft.trim() === '') {
      await deleteDraft(deps, tx, { conversationId, userId })
    } else {
      const updatedAt = deps.now()
      await tx
        .insertInto('conversationDrafts')
        .values({ tenantId: tx.tenantId, conversationId, userId, messageDraft, updatedAt })
        .onConflict((conflict) =>
          conflict.columns(['tenantId', 'conversationId', 'userId']).doUpdateSet({ messageDraft, updatedAt }),
        )
        .execute()
      await publishDraft(deps, tx, { conversationId, userId, messageDraft })
    }
    return { userID: userId, messageDraft }
  })
}

/** Emptied by its writer, or sent: what they have begun to write while it was on its way is not what was `sent`. */
export async function deleteDraft(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversationId, userId, sent }: Omit<Draft, 'messageDraft'> & { sent?: string },
): Promise<void> {
  let drafts = tx
    .deleteFrom('conversationDrafts')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
  if (sent !== undefined)
    drafts = drafts.where(sql<boolean>`starts_with(${sent.trim()}, btrim(message_draft, E' \\n\\r\\t'))`)
  const forgotten = await drafts.returning('userId').executeTakeFirst()
  if (forgotten) await publishDraft(deps, tx, { conversationId, userId, messageDraft: '' })
}

/** Tells the writer's other screens, those that are away when they come back. */
export async function publishDraft(
  deps: ConversationDeps,
  tx: TenantTx,
  { conversationId, userId, messageDraft }: Draft,
): Promise<void> {
  const at = deps.now()
  const id = await draftSaved.record(tx, { at, audienceUserId: userId, conversationId })
  tx.afterCommit(() =>
    deps.push(tx.tenantId, [ownRoom(userId)], {
      type: 'draft.changed',
      id,
      at,
      conversationSid: toSid('CH', conversationId),
      messageDraft,
    }),
  )
}
