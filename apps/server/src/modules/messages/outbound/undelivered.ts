import type { Paging } from '@frontdesk/contract/api'
import { UNDELIVERED_COUNT_MAX } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { readCursor } from '../../../platform/paging.ts'
import { type ConversationRow, findConversationsByIds } from '../../conversations/index.ts'
import { findMessages, type MessageRow } from '../../threads/index.ts'
import { isVisible } from '../../visibility/index.ts'

const isUndelivered = sql<boolean>`m.delivery_status in ('failed', 'undelivered') and m.dismissed_at is null`

interface LocationFilter {
  locationIDs?: string[] | undefined
}

const undelivered = (tx: TenantTx, actor: Actor, locationIDs: string[] | undefined) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'm.conversationId'),
    )
    .where('m.tenantId', '=', tx.tenantId)
    .where(isUndelivered)
    .where(isVisible(actor, 'c'))
    .where(locationIDs ? sql<boolean>`c.location_id = any(${locationIDs}::uuid[])` : sql<boolean>`true`)
    .select(['m.id', 'm.conversationId', 'm.createdAt'])

/** Lists undelivered messages, newest first. */
export async function listUndelivered(
  tx: TenantTx,
  actor: Actor,
  { pageSize, cursor, locationIDs }: { pageSize: number; cursor?: string | undefined } & LocationFilter,
): Promise<{ items: { message: MessageRow; conversation: ConversationRow }[]; paging: Paging }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const newestFirst = undelivered(tx, actor, locationIDs)
    .orderBy('m.createdAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(pageSize + 1)
  const rows = await (after
    ? newestFirst.where(sql<boolean>`(m.created_at, m.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)`)
    : newestFirst
  ).execute()
  const page = rows.slice(0, pageSize)
  const [messageRows, conversations] = await Promise.all([
    findMessages(
      tx,
      page.map(({ id }) => id),
    ),
    findConversationsByIds(tx, actor, [...new Set(page.map(({ conversationId }) => conversationId))]),
  ])
  const messages = new Map(messageRows.map((row) => [row.id, row]))
  const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const last = page.at(-1)
  const hasNextPage = rows.length > pageSize
  return {
    items: page.flatMap(({ id, conversationId }) => {
      const message = messages.get(id)
      const conversation = byId.get(conversationId)
      return message && conversation ? [{ message, conversation }] : []
    }),
    paging: {
      pageNumber: 1,
      pageSize,
      hasNextPage,
      hasPreviousPage: after !== null,
      isFirstPage: after === null,
      isLastPage: !hasNextPage,
      totalItems: null,
      totalPages: null,
      nextCursor: hasNextPage && last ? `${last.createdAt}|${last.id}` : null,
    },
  }
}

export async function countUndelivered(tx: TenantTx, actor: Actor, { locationIDs }: LocationFilter): Promise<number> {
  const { n } = await tx
    .selectFrom(
      undelivered(tx, actor, locationIDs)
        .limit(UNDELIVERED_COUNT_MAX + 1)
        .as('open'),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
