import { notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import type { Member } from './members.ts'

/** Stores a notification for the person of each calendar account that can no longer be read. */
export async function storeCalendarBroken(
  tx: TenantTx,
  members: readonly Member[],
  events: readonly Pick<HandledEvent, 'type' | 'toUserId' | 'connectionId' | 'at'>[],
): Promise<StoredNotification[]> {
  const stored: StoredNotification[] = []
  for (const { type, toUserId, connectionId, at } of events) {
    const member = members.find(({ viewer }) => viewer.userId === toUserId)
    if (type !== 'calendar.broken' || !connectionId || !member) continue
    if (!notificationRules.isOnAnywhere(member.settings, 'calendar-broken')) continue
    const connection = await tx
      .selectFrom('calendarConnections')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', connectionId)
      .where('state', '=', 'broken')
      .select('name')
      .executeTakeFirst()
    const earlier = await tx
      .selectFrom('notifications')
      .where('tenantId', '=', tx.tenantId)
      .where('userId', '=', member.viewer.userId)
      .where('kind', '=', 'calendar-broken')
      .where('messageId', '=', connectionId)
      .where((where) => where.or([where('readAt', 'is', null), where('updatedAt', '>=', at)]))
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (!connection || earlier) continue
    stored.push(
      await tx
        .insertInto('notifications')
        .values({
          tenantId: tx.tenantId,
          id: newId(),
          userId: member.viewer.userId,
          kind: 'calendar-broken',
          messageId: connectionId,
          title: connection.name || 'Google Calendar',
          body: '',
          count: 1,
          updatedAt: at,
        })
        .returning(['id', 'userId', 'kind', 'conversationId', 'updatedAt'])
        .executeTakeFirstOrThrow(),
    )
  }
  return stored
}
