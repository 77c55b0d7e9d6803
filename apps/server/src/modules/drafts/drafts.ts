import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessConversation, type ConversationDeps } from '../conversations/index.ts'
import { ownRoom } from '../visibility/index.ts'
import { draftSaved } from './events.ts'

interface Draft {
  conversationId: string
  userId: string
  messageDraft: string
}

/** Stores a teammate's unsent message for their other screens and for later. An empty draft is deleted. */
export async function saveDraft(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  conversationId: string,
  messageDraft: string,
): Promise<{ userID: string; messageDraft: string }> {
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
}

/**
 * Deletes a draft. With `sent`, only if it is that text or its beginning: the teammate may already write the next one.
 */
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
  const deleted = await drafts.returning('userId').executeTakeFirst()
  if (deleted) await publishDraft(deps, tx, { conversationId, userId, messageDraft: '' })
}

/** Publishes a draft to its writer's screens; those that are offline catch up on the event. */
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
