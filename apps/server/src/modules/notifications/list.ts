import type { ListedNotification, Notification, Paging } from '@frontdesk/contract/api'
import { toSid, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import type { DB } from '../../platform/database/schema.gen.ts'
import { type RowOf, selectList } from '../../platform/database/select-list.ts'
import { AppError } from '../../platform/errors.ts'
import { readCursor } from '../../platform/paging.ts'
import { findVisibleBookings, isBookingVisible } from '../bookings/index.ts'
import { findVisiblePayments, isPaymentVisible } from '../payment-documents/index.ts'
import { isInScope, isVisible, ownRoom, seesScope } from '../visibility/index.ts'
import { queueDismissals } from './dismiss-alerts.ts'
import { type Member, maySeeNotification, seesPayouts } from './members.ts'

type NotificationColumns =
  | 'id'
  | 'userId'
  | 'kind'
  | 'conversationId'
  | 'bookingId'
  | 'paymentId'
  | 'campaignId'
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

const toNotification = (row: NotificationRow): Notification => ({
  notificationID: row.id,
  kind: row.kind,
  conversationSid: row.conversationId && toSid('CH', row.conversationId),
  bookingID: row.bookingId,
  paymentID: row.paymentId,
  campaignID: row.campaignId,
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

/** SQL: whether the viewer may still see what the notification `n` is about; `c` is its conversation. */
export const isNotificationVisible = (tx: TenantTx, viewer: Viewer) =>
  sql<boolean>`(n.conversation_id is null or ${isVisible(viewer, 'c')})
    and (n.booking_id is null or ${isBookingVisible(tx, viewer, 'n.booking_id')})
    and (n.payment_id is null or ${isPaymentVisible(tx, viewer, 'n.payment_id')})
    and (n.campaign_id is null or exists (
      select from campaigns k
      where k.tenant_id = ${tx.tenantId} and k.id = n.campaign_id and ${isInScope(viewer, 'k.location_id')}
    ))
    and (n.kind <> 'payout-failed' or ${seesPayouts(viewer)})`

/** Lists notifications, newest first, without those about what the user may no longer see. */
export async function listNotifications(
  tx: TenantTx,
  actor: Actor,
  { pageSize, cursor, isUnreadOnly, locationIDs }: ListQuery,
) {
  const after = cursor === undefined ? null : readCursor(cursor)
  let newest = tx
    .selectFrom('notifications as n')
    .leftJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'n.conversationId'),
    )
    .leftJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'n.bookingId'))
    .leftJoin('paymentDocuments as p', (join) =>
      join.on('p.tenantId', '=', tx.tenantId).onRef('p.id', '=', 'n.paymentId'),
    )
    .leftJoin('campaigns as k', (join) => join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'n.campaignId'))
    .where('n.tenantId', '=', tx.tenantId)
    .where('n.userId', '=', actor.userId)
    .where(isNotificationVisible(tx, actor))
    .select([
      'n.id',
      'n.userId',
      'n.kind',
      'n.conversationId',
      'n.bookingId',
      'n.paymentId',
      'n.campaignId',
      'n.title',
      'n.body',
      'n.count',
      'n.updatedAt',
      'n.readAt',
    ])
    .select(({ fn }) => fn.coalesce('c.locationId', 'b.locationId', 'p.locationId', 'k.locationId').as('locationId'))
    .orderBy('n.updatedAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(pageSize + 1)
  if (isUnreadOnly) newest = newest.where('n.readAt', 'is', null)
  if (locationIDs)
    newest = newest.where(({ eb, or }) =>
      or([
        eb.and([
          eb('n.conversationId', 'is', null),
          eb('n.bookingId', 'is', null),
          eb('n.paymentId', 'is', null),
          // Not about a campaign, or about one of the whole business.
          eb('k.locationId', 'is', null),
        ]),
        sql<boolean>`coalesce(c.location_id, b.location_id, p.location_id, k.location_id) = any(${locationIDs}::uuid[])`,
      ]),
    )
  if (after)
    newest = newest.where(sql<boolean>`(n.updated_at, n.id) < (${after.sortedAt}::timestamptz, ${after.id}::uuid)`)
  const rows = await newest.execute()
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
    .where(isNotificationVisible(tx, actor))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts unread notifications of many users at once. */
export async function countUnreadByUser(tx: TenantTx, members: Member[]): Promise<Map<string, number>> {
  const rows = await runPrepared(
    tx,
    sql<{ userId: string; locationId: string | null; toUserId: string | null; isPayout: boolean; n: number }>`
    select n.user_id as "userId", c.location_id as "locationId", c.to_user_id as "toUserId",
      n.kind = 'payout-failed' as "isPayout", count(*)::int as n
    from notifications n left join conversations c on c.tenant_id = ${tx.tenantId} and c.id = n.conversation_id
    where n.tenant_id = ${tx.tenantId} and n.read_at is null and n.booking_id is null and n.payment_id is null
      and n.campaign_id is null
      and n.user_id = any(${members.map(({ viewer }) => viewer.userId)}::uuid[])
    group by 1, 2, 3, 4`,
  )
  const ofSubjects = await countUnreadOfSubjects(tx, members)
  const counts = new Map<string, number>()
  for (const member of members) {
    const { userId } = member.viewer
    const visible = rows.filter((row) => row.userId === userId && maySeeNotification(member, row))
    counts.set(
      userId,
      visible.reduce((sum, { n }) => sum + n, ofSubjects.get(userId) ?? 0),
    )
  }
  return counts
}

/** Counts notifications about bookings, payments and campaigns, which few members have, by what each member may see. */
async function countUnreadOfSubjects(tx: TenantTx, members: Member[]): Promise<Map<string, number>> {
  if (members.length === 0) return new Map()
  const rows = await tx
    .selectFrom('notifications as n')
    .leftJoin('campaigns as k', (join) => join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'n.campaignId'))
    .where('n.tenantId', '=', tx.tenantId)
    .where(
      'n.userId',
      'in',
      members.map(({ viewer }) => viewer.userId),
    )
    .where('n.readAt', 'is', null)
    .where((where) =>
      where.or([
        where('n.bookingId', 'is not', null),
        where('n.paymentId', 'is not', null),
        where('n.campaignId', 'is not', null),
      ]),
    )
    .select(['n.userId', 'n.bookingId', 'n.paymentId', 'n.campaignId', 'k.locationId as campaignLocationId'])
    .limit(10_000)
    .execute()
  const counts = new Map<string, number>()
  for (const { viewer } of members) {
    const ids = rows.flatMap(({ userId, bookingId }) => (userId === viewer.userId ? (bookingId ?? []) : []))
    const payments = rows.filter(({ userId, paymentId }) => userId === viewer.userId && paymentId !== null)
    const visible = await findVisiblePayments(
      tx,
      viewer,
      payments.flatMap(({ paymentId }) => paymentId ?? []),
    )
    const ofPayments = payments.filter(({ paymentId }) => visible.has(paymentId ?? '')).length
    const ofCampaigns = rows.filter(
      ({ userId, campaignId, campaignLocationId }) =>
        userId === viewer.userId && campaignId !== null && seesScope(viewer, campaignLocationId),
    ).length
    counts.set(viewer.userId, (await findVisibleBookings(tx, viewer, ids)).size + ofPayments + ofCampaigns)
  }
  return counts
}

type NotificationSelector = { notificationID: string } | { locationIDs?: string[] | undefined }

/**
 * Marks one notification, all, or those of some locations as read, and dismisses their alerts on the user's devices.
 */
export async function markRead(tx: TenantTx, actor: Actor, selector: NotificationSelector) {
  const notificationId = 'notificationID' in selector ? selector.notificationID : null
  const locationIDs = 'locationIDs' in selector ? selector.locationIDs : undefined
  const at = tx.now()
  const rows = await tx
    .with('selected', (db) => {
      let selected = db
        .selectFrom('notifications')
        .where('tenantId', '=', tx.tenantId)
        .where('userId', '=', actor.userId)
        .select(['id', ({ eb }) => eb('readAt', 'is', null).as('wasUnread')])
        .forNoKeyUpdate()
      selected =
        notificationId === null ? selected.where('readAt', 'is', null) : selected.where('id', '=', notificationId)
      return locationIDs
        ? selected.where(
            sql<boolean>`((conversation_id is null and booking_id is null and payment_id is null and campaign_id is null) or conversation_id in (
              select id from conversations
              where tenant_id = ${tx.tenantId} and location_id = any(${locationIDs}::uuid[])
            ) or booking_id in (
              select id from bookings where tenant_id = ${tx.tenantId} and location_id = any(${locationIDs}::uuid[])
            ) or payment_id in (
              select id from payment_documents
              where tenant_id = ${tx.tenantId} and location_id = any(${locationIDs}::uuid[])
            ) or campaign_id in (
              select id from campaigns
              where tenant_id = ${tx.tenantId} and (location_id is null or location_id = any(${locationIDs}::uuid[]))
            ))`,
          )
        : selected
    })
    .updateTable('notifications as n')
    .from('selected')
    .set(({ fn, val }) => ({ readAt: fn.coalesce('n.readAt', val(at)) }))
    .where('n.tenantId', '=', tx.tenantId)
    .whereRef('n.id', '=', 'selected.id')
    .returning(['n.id', 'n.conversationId', 'n.pushedAt', 'selected.wasUnread'])
    .execute()
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
