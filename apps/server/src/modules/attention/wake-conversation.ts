import type { Conversation } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { conversationWoken } from '../conversations/events.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { accessConversation, changeConversations } from '../conversations/index.ts'

export function wakeConversation(deps: ConversationDeps, actor: Actor, sid: string): Promise<Conversation> {
  return deps.inTenant(actor, async (tx) => {
    const id = fromSid(sid)
    const before = await accessConversation(tx, actor, id, 'change')
    return (await wakeLocked(deps, tx, id, { by: actor })) ?? before
  })
}

/** Wakes a snoozed conversation; `by` is null for its hour and for a reply. One that is awake stays as it is. */
export async function wakeLocked(
  deps: ConversationDeps,
  tx: TenantTx,
  id: string,
  {
    by,
    which = sql<boolean>`true`,
  }: { by: { userId: string; displayName: string } | null; which?: RawBuilder<boolean> },
): Promise<Conversation | undefined> {
  const [after] = await changeConversations(deps, tx, {
    ids: [id],
    visible: which,
    set: { isSnoozed: false, snoozedUntil: null },
    event: conversationWoken.of(),
    update: { kind: 'woken', value: null },
    by,
    at: deps.now(),
  })
  return after
}
