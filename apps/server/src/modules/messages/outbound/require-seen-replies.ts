import type { MeanwhileAnswer } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Person } from '../../accounts/index.ts'

const MAX_REPLIES = 20

/**
 * Refuses a message whose author hasn't seen teammates' later replies, including those that can still be undone. The
 * conversation is locked, so of two concurrent replies the second one is refused.
 */
export async function requireSeenReplies(
  tx: TenantTx,
  actor: Person,
  { id: conversationId }: { id: string },
  lastSeenIndex: number | undefined,
): Promise<void> {
  if (lastSeenIndex === undefined) return
  const rows = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('conversationId', '=', conversationId)
    .where('index', '>', lastSeenIndex)
    .where('isOutgoing', '=', true)
    .where('deliveryStatus', 'is not', null)
    .where('authorUserId', '<>', actor.userId)
    .where('purpose', '<>', 'automatic')
    .select(['author', 'authorUserId', 'body', 'createdAt', sql<number | null>`index`.as('index')])
    .unionAll(
      tx
        .selectFrom('scheduledMessages')
        .where('tenantId', '=', tx.tenantId)
        .where('conversationId', '=', conversationId)
        .where('state', '=', 'waiting')
        .where('kind', '=', 'undo')
        .where('authorUserId', '<>', actor.userId)
        .select(['author', 'authorUserId', 'body', 'createdAt', sql<number | null>`null`.as('index')]),
    )
    .orderBy('createdAt')
    .limit(MAX_REPLIES)
    .execute()
  const answers = rows.map(
    ({ authorUserId, createdAt, ...row }): MeanwhileAnswer => ({
      ...row,
      authorUserID: authorUserId,
      dateCreated: createdAt,
    }),
  )
  if (answers.length > 0) throw new AppError('AnsweredMeanwhile', { answers })
}
