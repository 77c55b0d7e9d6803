import { type ContactStatus, type Conversation, fromSid } from '@frontdesk/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessConversation } from './access.ts'
import { changeConversations, changeManyQuietly } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'

/**
 * Sets the status of a conversation, or takes it away; one of the closed type closes it as well. Whether there is such a
 * status is for the caller to know.
 */
export async function setStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { sid, status }: { sid: string; status: ContactStatus | null },
): Promise<Conversation> {
  const id = fromSid(sid)
  const before = await accessConversation(tx, actor, id, 'change')
  const change = { ids: [id], by: actor, at: deps.now() }
  const [after] = await changeConversations(deps, tx, {
    ...change,
    set: { statusKey: status?.key ?? null },
    event: 'conversation.status-changed',
    update: { kind: 'status-changed', value: status?.name ?? null },
    data: { before: before.attributes.statusKey, after: status?.key ?? null },
  })
  if (!after || status?.type !== 'closed') return after ?? before
  const [closed] = await changeConversations(deps, tx, {
    ...change,
    set: { isClosed: true },
    event: 'conversation.closed',
    update: { kind: 'closed', value: null },
    data: { by: 'status' },
  })
  return closed ?? after
}

/** Takes statuses that are no more from every conversation that has them. Open screens read their lists anew. */
export async function clearStatuses(
  tx: TenantTx,
  { keys, by, at }: { keys: string[]; by: Actor; at: string },
): Promise<void> {
  if (keys.length === 0) return
  await changeManyQuietly(tx, {
    which: sql<boolean>`c.status_key = any(${keys})`,
    set: { statusKey: null },
    event: 'conversation.status-changed',
    by,
    at,
  })
}
