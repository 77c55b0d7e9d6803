import {
  formatMoney,
  type NotificationKind,
  notificationRules,
  type PaymentActivityKind,
} from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { findVisiblePayments, listRefundRequests, summarizeDocument } from '../payment-documents/index.ts'
import { seesScope } from '../visibility/index.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import { type Member, seesPayouts } from './members.ts'
import {
  type ChangeNotifications,
  markUnreadAsRead,
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
  for (const event of events.flatMap(toPaymentEvent)) {
    const settled = SETTLED[event.change]
    if (settled && !(await isStillWaiting(tx, event, settled)))
      changes.cleared.push(...(await markRead(tx, event, settled)))
    const kind = KINDS[event.change]
    if (kind) changes.stored.push(...(await notify(tx, members, event, kind)))
  }
  for (const { payout, at } of events)
    if (payout) changes.stored.push(...(await notifyOfPayout(tx, members, payout, at)))
  return changes
}

type Kinds = readonly NotificationKind[]

/** Of several refunds that wait for a second person, the last one settles the notification. */
const isStillWaiting = async (tx: TenantTx, { paymentId }: PaymentEvent, kinds: Kinds): Promise<boolean> =>
  kinds.includes('refund-to-approve') && (await listRefundRequests(tx, { id: paymentId }, 'waiting')).length > 0

const markRead = (tx: TenantTx, { paymentId, at }: PaymentEvent, kinds: Kinds) =>
  markUnreadAsRead(tx, at, ({ and, eb }) =>
    and([eb('paymentId', '=', paymentId), eb('kind', 'in', kinds), eb('updatedAt', '<', at)]),
  )

async function notify(
  tx: TenantTx,
  members: readonly Member[],
  { paymentId, change, actorUserId, at }: PaymentEvent,
  kind: NotificationKind,
): Promise<StoredNotification[]> {
  const summary = await summarizeDocument(tx, paymentId, change)
  if (!summary) return []
  const stored: StoredNotification[] = []
  for (const { viewer, settings } of members) {
    if (viewer.userId === actorUserId || !seesScope(viewer, summary.locationId)) continue
    if (!notificationRules.isOnAnywhere(settings, kind)) continue
    if ((await findVisiblePayments(tx, viewer, [paymentId])).size === 0) continue
    stored.push(
      ...(await store(tx, {
        ...{ userId: viewer.userId, kind, paymentId, contactId: summary.contactId },
        ...{ title: summary.contactName, body: summary.text, count: 1, updatedAt: at },
      })),
    )
  }
  return stored
}

interface PaymentNotification {
  userId: string
  kind: NotificationKind
  paymentId: string
  contactId: string | null
  title: string
  body: string
  count: number
  updatedAt: string
}

/**
 * Stores a notification, or brings the unread one of its kind up to date: of several part payments the newest is shown.
 */
async function store(tx: TenantTx, values: PaymentNotification): Promise<StoredNotification[]> {
  const { userId, kind, paymentId, updatedAt } = values
  const notified = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .where('paymentId', '=', paymentId)
    .where('kind', '=', kind)
    .where('updatedAt', '>=', updatedAt)
    .select('id')
    .executeTakeFirst()
  if (notified) return []
  return tx
    .insertInto('notifications')
    .values({ tenantId: tx.tenantId, id: newId(), ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'userId', 'paymentId', 'kind'])
        .where('readAt', 'is', null)
        .where('paymentId', 'is not', null)
        .doUpdateSet({ body: values.body, title: values.title, updatedAt, count: sql`notifications.count + 1` }),
    )
    .returning(STORED_KEYS)
    .execute()
}

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
