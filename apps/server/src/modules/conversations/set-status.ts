import type { ContactStatus, Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { accessConversation } from './access.ts'
import { changeConversations, changeManyQuietly } from './change-conversations.ts'
import type { ConversationDeps } from './deps.ts'
import { conversationClosed, conversationStatusChanged } from './events.ts'

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
  const [after] = await setStatusLocked(deps, tx, actor, { ids: [id], status })
  return after ?? before
}

/** The same for locked conversations; those that have it already are not returned. */
export async function setStatusLocked(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Actor,
  { ids, status }: { ids: readonly string[]; status: ContactStatus | null },
): Promise<Conversation[]> {
  const change = { by: actor, at: deps.now() }
  const changed = await changeConversations(deps, tx, {
    ...change,
    ids,
    set: { statusKey: status?.key ?? null },
    event: conversationStatusChanged.of({ after: status?.key ?? null }),
    update: { kind: 'status-changed', value: status?.name ?? null },
  })
  if (status?.type !== 'closed') return changed
  const closed = await changeConversations(deps, tx, {
    ...change,
    ids: changed.map(({ sid }) => fromSid(sid)),
    set: { isClosed: true },
    event: conversationClosed.of({ by: 'status' }),
    update: { kind: 'closed', value: null },
  })
  return changed.map((one) => closed.find(({ sid }) => sid === one.sid) ?? one)
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
    event: conversationStatusChanged.of({ after: null }),
    by,
    at,
  })
}
