import { notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import type { Member } from './members.ts'
import { storeForEach } from './notification-changes.ts'

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
    if (!connection) continue
    const notification = {
      kind: 'calendar-broken',
      messageId: connectionId,
      title: connection.name || 'Google Calendar',
      body: '',
      updatedAt: at,
    } as const
    stored.push(
      ...(await storeForEach(tx, [member], notification, ({ and, or, eb }) =>
        and([
          eb('userId', '=', member.viewer.userId),
          eb('kind', '=', 'calendar-broken'),
          eb('messageId', '=', connectionId),
          or([eb('readAt', 'is', null), eb('updatedAt', '>=', at)]),
        ]),
      )),
    )
  }
  return stored
}
