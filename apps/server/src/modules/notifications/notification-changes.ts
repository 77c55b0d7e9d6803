import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { newId } from '../../platform/ids.ts'
import type { Cleared } from './clear-notifications.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import type { Member } from './members.ts'

/** Notifications that events added or updated, and those that they marked read. */
export interface NotificationChanges {
  stored: StoredNotification[]
  cleared: Cleared[]
}

/** Applies events to the notifications about one kind of subject. Safe to run twice. */
export type ChangeNotifications = (
  tx: TenantTx,
  members: readonly Member[],
  events: readonly HandledEvent[],
) => Promise<NotificationChanges>

type Condition = (where: ExpressionBuilder<DB, 'notifications'>) => Expression<SqlBool>

export const STORED_KEYS = ['id', 'userId', 'kind', 'conversationId', 'updatedAt'] as const

/** Marks unread notifications read. */
export const markUnreadAsRead = (tx: TenantTx, at: string, condition: Condition): Promise<Cleared[]> =>
  tx
    .updateTable('notifications')
    .set({ readAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('readAt', 'is', null)
    .where(condition)
    .returning(['id', 'userId', 'conversationId', 'pushedAt'])
    .execute()

/**
 * Stores a notification for each recipient who has none for which `isSame` holds, so that a job is safe to run twice.
 */
export async function storeForEach(
  tx: TenantTx,
  recipients: readonly Member[],
  notification: Omit<Insertable<DB['notifications']>, 'tenantId' | 'id' | 'userId' | 'count'>,
  isSame: Condition,
): Promise<StoredNotification[]> {
  if (recipients.length === 0) return []
  const notified = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where(isSame)
    .select('userId')
    .execute()
  const missing = recipients.filter(({ viewer }) => !notified.some(({ userId }) => userId === viewer.userId))
  if (missing.length === 0) return []
  return tx
    .insertInto('notifications')
    .values(
      missing.map(({ viewer: { userId } }) => ({
        ...notification,
        tenantId: tx.tenantId,
        id: newId(),
        userId,
        count: 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(STORED_KEYS)
    .execute()
}
