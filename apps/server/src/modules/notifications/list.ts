import type { ListedNotification, Notification, Paging } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { type RowOf, selectList } from '../../platform/database/select-list.ts'
import { AppError } from '../../platform/errors.ts'
import { readCursor } from '../../platform/paging.ts'
import { isVisible, ownRoom } from '../visibility/index.ts'
import { queueDismissals } from './dismiss-alerts.ts'
import { type Member, maySeeNotification } from './members.ts'

type NotificationColumns =
  | 'id'
  | 'userId'
  | 'kind'
  | 'conversationId'
  | 'title'
  | 'body'
  | 'count'
  | 'updatedAt'
  | 'readAt'

export type NotificationRow = Pick<Row<'notifications'>, NotificationColumns>

const STORED = selectList<{ n: DB['notifications'] }>()({
  id: 'n.id',
  userId: 'n.userId',
  kind: 'n.kind',
  conversationId: 'n.conversationId',
  updatedAt: 'n.updatedAt',
})

/** A stored notification that still has to be delivered. */
export type StoredNotification = RowOf<typeof STORED>

export const STORED_COLUMNS = sql.raw(STORED.sql(''))

export const toNotification = (row: NotificationRow): Notification => ({
  notificationID: row.id,
  kind: row.kind,
  conversationSid: row.conversationId && toSid('CH', row.conversationId),
  title: row.title,
  body: row.body,
  count: row.count,
  updatedOnUtc: row.updatedAt,
  isRead: row.readAt !== null,
})

interface ListQuery {
  pageSize: number
  cursor?: string | undefined
  isUnreadOnly: boolean
  locationIDs?: string[] | undefined
}

const atLocations = (locationIDs: string[] | undefined) =>
  locationIDs ? sql`and (n.conversation_id is null or c.location_id = any(${locationIDs}::uuid[]))` : sql``

/** Lists notifications, newest first, without those whose conversation the user may no longer see. */
export async function listNotifications(
  tx: TenantTx,
  actor: Actor,
  { pageSize, cursor, isUnreadOnly, locationIDs }: ListQuery,
) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const { rows } = await sql<NotificationRow & { locationId: string | null }>`
    select n.id, n.user_id, n.kind, n.conversation_id, n.title, n.body, n.count, n.updated_at, n.read_at, c.location_id
    from notifications n left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = n.conversation_id
    where n.tenant_id = ${tx.tenantId} and n.user_id = ${actor.userId} and (n.conversation_id is null or ${isVisible(actor, 'c')})
      ${isUnreadOnly ? sql`and n.read_at is null` : sql``} ${atLocations(locationIDs)}
      ${after ? sql`and (n.updated_at, n.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by n.updated_at desc, n.id desc limit ${pageSize + 1}`.execute(tx)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const hasNextPage = rows.length > pageSize
  const paging: Paging = {
    pageNumber: 1,
    pageSize,
    hasNextPage,
    hasPreviousPage: after !== null,
    isFirstPage: after === null,
    isLastPage: !hasNextPage,
    totalItems: null,
    totalPages: null,
    nextCursor: hasNextPage && last ? `${last.updatedAt}|${last.id}` : null,
  }
  const notifications = page.map((row): ListedNotification => ({ ...toNotification(row), locationID: row.locationId }))
  return { notifications, paging }
}

export async function countUnread(tx: TenantTx, actor: Actor): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications as n')
    .leftJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'n.conversationId'),
    )
    .where('n.tenantId', '=', tx.tenantId)
    .where('n.userId', '=', actor.userId)
    .where('n.readAt', 'is', null)
    .where(({ eb, or }) => or([eb('n.conversationId', 'is', null), isVisible(actor, 'c')]))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts unread notifications of many users at once. */
export async function countUnreadByUser(tx: TenantTx, members: Member[]): Promise<Map<string, number>> {
  const rows = await runPrepared(
    tx,
    sql<{ userId: string; locationId: string | null; toUserId: string | null; n: number }>`
    select n.user_id as "userId", c.location_id as "locationId", c.to_user_id as "toUserId", count(*)::int as n
    from notifications n left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = n.conversation_id
    where n.tenant_id = ${tx.tenantId} and n.read_at is null
      and n.user_id = any(${members.map(({ viewer }) => viewer.userId)}::uuid[])
    group by 1, 2, 3`,
  )
  const counts = new Map<string, number>()
  for (const member of members) {
    const { userId } = member.viewer
    const visible = rows.filter((row) => row.userId === userId && maySeeNotification(member, row))
    counts.set(
      userId,
      visible.reduce((sum, { n }) => sum + n, 0),
    )
  }
  return counts
}

type NotificationSelector = { notificationID: string } | { locationIDs?: string[] | undefined }

/** Marks one notification, all, or those of some locations as read, and dismisses their alerts on the user's devices. */
export async function markRead(tx: TenantTx, actor: Actor, selector: NotificationSelector) {
  const notificationId = 'notificationID' in selector ? selector.notificationID : null
  const locationIDs = 'locationIDs' in selector ? selector.locationIDs : undefined
  const at = tx.now()
  const { rows } = await sql<Pick<Row<'notifications'>, 'id' | 'conversationId' | 'pushedAt'> & { wasUnread: boolean }>`
    with selected as (
      select id, read_at is null as was_unread from notifications
      where tenant_id = ${tx.tenantId} and user_id = ${actor.userId}
        and ${notificationId === null ? sql`read_at is null` : sql`id = ${notificationId}`}
        ${
          locationIDs
            ? sql`and (conversation_id is null or conversation_id in (
                select id from conversations
                where tenant_id = ${tx.tenantId} and location_id = any(${locationIDs}::uuid[])
              ))`
            : sql``
        }
      for no key update
    )
    update notifications n set read_at = coalesce(n.read_at, ${at}::timestamptz) from selected
    where n.tenant_id = ${tx.tenantId} and n.id = selected.id
    returning n.id, n.conversation_id, n.pushed_at, selected.was_unread`.execute(tx)
  if (notificationId !== null && rows.length === 0) throw new AppError('NotificationNotFound')
  const changed = rows.filter(({ wasUnread }) => wasUnread)
  const unreadCount = await countUnread(tx, actor)
  await queueDismissals(
    tx,
    actor.userId,
    changed.filter(({ pushedAt }) => pushedAt !== null),
  )
  if (changed.length > 0) {
    tx.publish([ownRoom(actor.userId)], {
      type: 'notifications.changed',
      id: null,
      at,
      unreadCount,
      readSids: [],
    })
  }
  return unreadCount
}
