import { sql } from 'kysely'
import type { ChangeRun } from '../changes/index.ts'
import { conversationRead } from '../conversations/events.ts'
import { announce, type ConversationRow, findVisibleScope } from '../conversations/index.ts'
import { findMessages, messageChanged } from '../threads/index.ts'

/**
 * Records that the teammate has seen the last message up to an index of each conversation. Returns the messages they
 * had not seen before, by conversation.
 */
export async function recordSeen(
  { tx, by, at }: ChangeRun,
  ids: readonly string[],
  { upToIndex }: { upToIndex?: number },
): Promise<ReadonlyMap<string, string>> {
  if (upToIndex === undefined || by === null) return new Map()
  const rows = await tx
    .with(
      (cte) => cte('latest').materialized(),
      (db) =>
        db
          .selectFrom('conversations as c')
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom('messages as m')
                .where('m.tenantId', '=', tx.tenantId)
                .whereRef('m.conversationId', '=', 'c.id')
                .where('m.index', '<=', upToIndex)
                .orderBy('m.index', 'desc')
                .limit(1)
                .select('m.id')
                .as('m'),
            (join) => join.onTrue(),
          )
          .where('c.tenantId', '=', tx.tenantId)
          .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
          .select('m.id'),
    )
    .with('seen', (db) =>
      db
        .insertInto('messageSeen')
        .columns(['tenantId', 'messageId', 'userId', 'seenAt'])
        .expression(
          db
            .selectFrom('latest')
            .select(({ cast, val }) => [
              cast<string>(val(tx.tenantId), 'uuid').as('tenantId'),
              'latest.id',
              cast<string>(val(by.userId), 'uuid').as('userId'),
              cast<string>(val(at), 'timestamptz').as('seenAt'),
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('messageId'),
    )
    .updateTable('messages as m')
    .from('seen')
    .set(({ eb }) => ({ version: eb('m.version', '+', 1) }))
    .where('m.tenantId', '=', tx.tenantId)
    .whereRef('m.id', '=', 'seen.messageId')
    .returning(['m.id', 'm.conversationId'])
    .execute()
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
