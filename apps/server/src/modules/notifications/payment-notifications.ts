import {
  formatMoney,
  type NotificationKind,
  notificationRules,
  type PaymentActivityKind,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter } from '../../platform/clock.ts'
import { idsOf, type TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { inRounds } from '../../platform/in-rounds.ts'
import { findVisiblePayments, listRefundRequests, summarizeDocuments } from '../payment-documents/index.ts'
import { seesScope } from '../visibility/index.ts'
import type { Cleared } from './clear-notifications.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import { type Member, seesPayouts } from './members.ts'
import {
  type ChangeNotifications,
  type NotificationChanges,
  STORED_KEYS,
  storeForEach,
} from './notification-changes.ts'
import { KINDS, SETTLED } from './payment-kinds.ts'

type PaymentEvent = Pick<HandledEvent, 'actorUserId' | 'at'> & { paymentId: string; change: PaymentActivityKind }

const toPaymentEvent = ({ paymentId, paymentChange, actorUserId, at }: HandledEvent): PaymentEvent[] =>
  paymentId && paymentChange ? [{ paymentId, change: paymentChange as PaymentActivityKind, actorUserId, at }] : []

/**
 * Notifies of payments, failures, approvals, refunds and disputes those who manage the document at its location and see
 * its contact, except the person who did it; of failed payouts those who manage payments everywhere.
 */
export const changePaymentNotifications: ChangeNotifications = async (tx, members, events) => {
  const changes: NotificationChanges = { stored: [], cleared: [] }
  for (const round of inRounds(events.flatMap(toPaymentEvent), ({ paymentId }) => paymentId)) {
    changes.cleared.push(...(await markSettledAsRead(tx, round)))
    changes.stored.push(...(await notify(tx, members, round)))
  }
  for (const { payout, at } of events)
    if (payout) changes.stored.push(...(await notifyOfPayout(tx, members, payout, at)))
  return changes
}

/** Marks read what payments, each of another document, have settled. */
async function markSettledAsRead(tx: TenantTx, events: readonly PaymentEvent[]): Promise<Cleared[]> {
  const settled: { payment_id: string; kind: NotificationKind; at: string }[] = []
  for (const { paymentId, change, at } of events) {
    const kinds = SETTLED[change]
    if (kinds && !(await isStillWaiting(tx, paymentId, kinds)))
      settled.push(...kinds.map((kind) => ({ payment_id: paymentId, kind, at })))
  }
  if (settled.length === 0) return []
  return tx
    .updateTable('notifications as n')
    .from(
      sql<{
        paymentId: string
        kind: NotificationKind
        at: string
      }>`jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)`.as<'s'>(
        sql`s (payment_id uuid, kind text, at timestamptz)`,
      ),
    )
    .set(({ ref }) => ({ readAt: ref('s.at') }))
    .where('n.tenantId', '=', tx.tenantId)
    .where('n.readAt', 'is', null)
    .where(sql<boolean>`n.payment_id = any(${idsOf(events.map(({ paymentId }) => paymentId))})`)
    .whereRef('n.paymentId', '=', 's.paymentId')
    .whereRef('n.kind', '=', 's.kind')
    .whereRef('n.updatedAt', '<', 's.at')
    .returning(['n.id', 'n.userId', 'n.conversationId', 'n.pushedAt'])
    .execute()
}

/** Of several refunds that wait for a second person, the last one settles the notification. */
const isStillWaiting = async (tx: TenantTx, paymentId: string, kinds: readonly NotificationKind[]): Promise<boolean> =>
  kinds.includes('refund-to-approve') && (await listRefundRequests(tx, { id: paymentId }, 'waiting')).length > 0

/** Notifies of changes of documents, each of another one. */
async function notify(
  tx: TenantTx,
  members: readonly Member[],
  events: readonly PaymentEvent[],
): Promise<StoredNotification[]> {
  const relevant = events.flatMap((event) => {
    const kind = KINDS[event.change]
    return kind ? [{ ...event, kind }] : []
  })
  const summaries = await summarizeDocuments(tx, new Map(relevant.map(({ paymentId, change }) => [paymentId, change])))
  const pending: PaymentNotification[] = []
  for (const { viewer, settings } of members) {
    const wanted = relevant.flatMap(({ paymentId, kind, actorUserId, at }) => {
      const summary = summaries.get(paymentId)
      if (!summary || viewer.userId === actorUserId || !seesScope(viewer, summary.locationId)) return []
      if (!notificationRules.isOnAnywhere(settings, kind)) return []
      const { contactId, contactName: title, text: body } = summary
      return [
        { user_id: viewer.userId, payment_id: paymentId, kind, contact_id: contactId, title, body, updated_at: at },
      ]
    })
    const visible = await findVisiblePayments(
      tx,
      viewer,
      wanted.map(({ payment_id }) => payment_id),
    )
    pending.push(...wanted.filter(({ payment_id }) => visible.has(payment_id)))
  }
  return store(tx, pending)
}

/** A row of the table, by the names of its columns. */
interface PaymentNotification {
  user_id: string
  payment_id: string
  kind: NotificationKind
  contact_id: string | null
  title: string
  body: string
  updated_at: string
}

/**
 * Stores notifications, or brings the unread ones of their kinds up to date: of several part payments the newest is
 * shown.
 */
async function store(tx: TenantTx, pending: readonly PaymentNotification[]): Promise<StoredNotification[]> {
  if (pending.length === 0) return []
  const stored = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`payment_id = any(${idsOf(pending.map(({ payment_id }) => payment_id))})`)
    .select(['userId', 'paymentId', 'kind', 'updatedAt'])
    .execute()
  const isNotified = ({ user_id, payment_id, kind, updated_at }: PaymentNotification) =>
    stored.some(
      ({ userId, paymentId, ...row }) =>
        userId === user_id && paymentId === payment_id && row.kind === kind && !isAfter(updated_at, row.updatedAt),
    )
  // In a fixed order, so that concurrent jobs don't deadlock.
  const added = pending
    .filter((notification) => !isNotified(notification))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((notification) => ({ ...notification, id: newId() }))
  if (added.length === 0) return []
  return tx
    .insertInto('notifications')
    .columns(['tenantId', 'id', 'userId', 'paymentId', 'kind', 'contactId', 'title', 'body', 'count', 'updatedAt'])
    .expression(({ selectFrom }) =>
      selectFrom(
        sql<Row<'notifications'>>`jsonb_populate_recordset(null::notifications, ${JSON.stringify(added)}::jsonb)`.as(
          'x',
        ),
      )
        .select(sql<string>`${tx.tenantId}::uuid`.as('tenantId'))
        .select(['x.id', 'x.userId', 'x.paymentId', 'x.kind', 'x.contactId', 'x.title', 'x.body'])
        .select([sql<number>`1`.as('count'), 'x.updatedAt']),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'userId', 'paymentId', 'kind'])
        .where('readAt', 'is', null)
        .where('paymentId', 'is not', null)
        .doUpdateSet(({ ref }) => ({
          ...{ body: ref('excluded.body'), title: ref('excluded.title'), updatedAt: ref('excluded.updatedAt') },
          count: sql`notifications.count + 1`,
        })),
    )
    .returning(STORED_KEYS)
    .execute()
}

const keyOf = ({ user_id, payment_id, kind }: PaymentNotification): string => user_id + payment_id + kind

function notifyOfPayout(
  tx: TenantTx,
  members: readonly Member[],
  { id, amount, currency }: NonNullable<HandledEvent['payout']>,
  at: string,
): Promise<StoredNotification[]> {
  const kind = 'payout-failed'
  const recipients = members.filter(
    ({ viewer, settings }) => seesPayouts(viewer) && notificationRules.isOnAnywhere(settings, kind),
  )
  const title = formatMoney(amount, currency, 'en-US')
  return storeForEach(tx, recipients, { kind, messageId: id, title, body: '', updatedAt: at }, ({ and, eb }) =>
    and([eb('kind', '=', kind), eb('messageId', '=', id)]),
  )
}
