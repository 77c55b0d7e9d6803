import { sql } from 'kysely'
import type { ChangeRun } from '../changes/index.ts'
import { conversationRead } from '../conversations/events.ts'
import { announce, type ConversationRow, findVisibleScope } from '../conversations/index.ts'
import { findMessages, messageChanged } from '../threads/index.ts'

/**
 * Records that the teammate has seen the last message up to an index of each conversation. Returns the messages they had
 * not seen before, by conversation.
 */
export async function recordSeen(
  { tx, by, at }: ChangeRun,
  ids: readonly string[],
  { upToIndex }: { upToIndex?: number },
): Promise<ReadonlyMap<string, string>> {
  if (upToIndex === undefined || by === null) return new Map()
  const { rows } = await sql<{ id: string; conversationId: string }>`
    with latest as materialized (
      select m.id from unnest(${[...ids]}::uuid[]) as r (id)
      cross join lateral (
        select m.id from messages m
        where m.tenant_id = ${tx.tenantId} and m.conversation_id = r.id and m.index <= ${upToIndex}
        order by m.index desc limit 1
      ) m
    ), seen as (
      insert into message_seen (tenant_id, message_id, user_id, seen_at)
      select ${tx.tenantId}::uuid, l.id, ${by.userId}::uuid, ${at}::timestamptz from latest l
      on conflict do nothing
      returning message_id
    )
    update messages m set version = m.version + 1 from seen s where m.tenant_id = ${tx.tenantId} and m.id = s.message_id
    returning m.id, m.conversation_id`.execute(tx)
  return new Map(rows.map(({ id, conversationId }) => [conversationId, id]))
}

/** Publishes seen messages with their new reader. Records the event of those whose conversation was read already. */
export async function publishSeen(
  run: ChangeRun,
  seen: ReadonlyMap<string, string>,
  changed: readonly ConversationRow[],
): Promise<void> {
  const { deps, tx, at } = run
  for (const message of await findMessages(tx, [...seen.values()])) {
    const id = message.conversationId
    const row = changed.find((conversation) => conversation.id === id)
    const scope = row ?? (await findVisibleScope(tx, null, id))
    if (!scope) throw new Error('A locked conversation was not found.')
    const eventId = row ? null : await run.record({ ...scope, id }, conversationRead.of(), message.id)
    tx.afterCommit(() => announce(deps, tx.tenantId, scope, [messageChanged(eventId, at, message)]))
  }
}
