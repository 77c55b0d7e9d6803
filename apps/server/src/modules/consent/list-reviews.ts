import { CONSENT_REVIEWS_COUNT_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readCursor } from '../../platform/paging.ts'
import { type ConversationRow, findConversationsByIds } from '../conversations/index.ts'
import { findMessages, type MessageRow } from '../threads/index.ts'
import { isVisible } from '../visibility/index.ts'

const pendingReviews = (tx: TenantTx, actor: Actor) =>
  tx
    .selectFrom('consentReviews as v')
    .innerJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 'v.messageId'))
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
    )
    .where('v.tenantId', '=', tx.tenantId)
    .where('v.state', '=', 'pending')
    .where(isVisible(actor, 'c'))
    .select(['v.messageId', 'v.createdAt', 'm.conversationId'])

/** Lists texts that may be opt-outs and await a decision, in conversations that the actor sees, oldest first. */
export async function listReviews(
  tx: TenantTx,
  actor: Actor,
  { pageSize, cursor }: { pageSize: number; cursor?: string | undefined },
): Promise<{
  items: { message: MessageRow; conversation: ConversationRow }[]
  count: number
  nextCursor: string | null
}> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await pendingReviews(tx, actor)
    .where(
      after
        ? sql<boolean>`(v.created_at, v.message_id) > (${after.sortedAt}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy('v.createdAt')
    .orderBy('v.messageId')
    .limit(pageSize + 1)
    .execute()
  const page = rows.slice(0, pageSize)
  const [messages, conversations, { n: count }] = await Promise.all([
    findMessages(
      tx,
      page.map(({ messageId }) => messageId),
    ),
    findConversationsByIds(tx, actor, [...new Set(page.map(({ conversationId }) => conversationId))]),
    tx
      .selectFrom(
        pendingReviews(tx, actor)
          .limit(CONSENT_REVIEWS_COUNT_MAX + 1)
          .as('pending'),
      )
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  const messageById = new Map(messages.map((row) => [row.id, row]))
  const conversationById = new Map(conversations.map((row) => [row.id, row]))
  const last = page.at(-1)
  return {
    items: page.flatMap(({ messageId, conversationId }) => {
      const message = messageById.get(messageId)
      const conversation = conversationById.get(conversationId)
      return message && conversation ? [{ message, conversation }] : []
    }),
    count,
    nextCursor: rows.length > pageSize && last ? `${last.createdAt}|${last.messageId}` : null,
  }
}
