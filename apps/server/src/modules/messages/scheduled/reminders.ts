import { sql } from 'kysely'
import { idsOf, type TenantTx } from '../../../platform/database/database.ts'
import type { Row } from '../../../platform/database/row.ts'
import { newId } from '../../../platform/ids.ts'
import { type ConversationRow, findConversationsByIds } from '../../conversations/index.ts'
import { findLocationRow } from '../../locations/index.ts'
import { findSendTimesBefore } from '../../messaging/index.ts'
import { choosePair } from '../../number-pairs/index.ts'
import type { SendDeps } from '../deps.ts'
import { findBusinessName, renderText } from '../outbound/render-text.ts'
import { withdrawMessages } from '../outbound/withdraw-messages.ts'
import { publishAllScheduled } from './publish-scheduled.ts'
import { isOpen, OPEN_STATES } from './scheduled-queries.ts'
import { changeStates } from './send-scheduled.ts'

/** What reminders are about. */
type Subject = { bookingId: string } | { paymentId: string }

export interface NewReminders {
  /** The locked conversation with the contact. */
  conversation: ConversationRow
  author: string
  /** Numbers of the contact, of whom a merged conversation may have several. */
  toPhones?: readonly string[]
  due: readonly {
    at: string
    text: string
    /**
     * Its kind: of a booking how long before, with the version that it is planned for, of which the database refuses a
     * second one; of a payment request the days from its due date.
     */
    key?: { bookingVersion: number; minutesBefore: number } | { reminderDays: number }
  }[]
  /** They are useless from then on; null: never, so they are sent late rather than not at all. */
  expiresAt: string | null
}

type Reminder = Pick<
  Row<'scheduledMessages'>,
  'id' | 'conversationId' | 'state' | 'expiresAt' | 'minutesBefore' | 'reminderDays' | 'staysCancelled'
>

const isKeptCancelled = ({ state, staysCancelled }: Reminder): boolean => staysCancelled && state === 'cancelled'

/** Marks a reminder as cancelled by a teammate: no other one of its kind is planned for the visit or request. */
export const keepCancelled = (tx: TenantTx, id: string): Promise<unknown> =>
  tx
    .updateTable('scheduledMessages')
    .set({ staysCancelled: true })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()

/**
 * Replaces the reminders of a booking or a payment request: cancels those that are not due yet, withdraws queued ones
 * that are outdated, and schedules others, except of a kind that a teammate cancelled. Leaves messages that teammates
 * scheduled.
 */
export async function replaceReminders(
  deps: SendDeps,
  tx: TenantTx,
  subject: Subject,
  {
    keepsQueued,
    next,
  }: {
    /** Whether a queued reminder is still accurate. */
    keepsQueued: (reminder: Reminder) => boolean
    next?: NewReminders | undefined
  },
): Promise<void> {
  const { cancelled = [], present: reminders = [] } = Object.groupBy(await lockReminders(tx, subject), (each) =>
    isKeptCancelled(each) ? 'cancelled' : 'present',
  )
  const outdated = reminders.filter((each) => !isOpen(each) && !keepsQueued(each))
  await withdrawMessages(
    deps,
    tx,
    outdated.map(({ id }) => id),
    'outdated',
  )
  const open = reminders.filter(isOpen)
  if (open.length > 0)
    await changeStates(
      tx,
      open.map(({ id }) => ({ id, state: 'cancelled', reasons: [] })),
    )
  const cancelledKinds = new Set(cancelled.map(({ minutesBefore, reminderDays }) => minutesBefore ?? reminderDays))
  const due = next?.due.filter(({ key }) => !key || !cancelledKinds.has(kindOf(key))) ?? []
  const addedIds = next ? await insertReminders(deps, tx, subject, { ...next, due }) : []
  const ids = [...new Set([...open.map(({ id }) => id), ...addedIds])]
  if (ids.length > 0) await publishAllScheduled(deps, tx, { ids })
}

/** Of one booking or request, kinds are all minutes or all days. */
const kindOf = (key: NonNullable<NewReminders['due'][number]['key']>): number =>
  'reminderDays' in key ? key.reminderDays : key.minutesBefore

/** Schedules the first reminders of a booking or a payment request, as far as there is a time to send them. */
export async function scheduleReminders(
  deps: SendDeps,
  tx: TenantTx,
  subject: Subject,
  next: NewReminders,
): Promise<void> {
  const ids = await insertReminders(deps, tx, subject, next)
  if (ids.length > 0) await publishAllScheduled(deps, tx, { ids })
}

/**
 * Inserts reminders; one that was cancelled, but not by a teammate, waits again under its key, and one that was sent is
 * not repeated.
 */
async function insertReminders(
  deps: SendDeps,
  tx: TenantTx,
  subject: Subject,
  { conversation, author, toPhones, due, expiresAt }: NewReminders,
): Promise<string[]> {
  const { viaId, contactPhone, tenantPhone } = await choosePair(tx, conversation, undefined, toPhones)
  const pair = { contactPhone, tenantPhone }
  const { timeZone, times } = await findSendTimesBefore(tx, { ...pair, times: due.map(({ at }) => at) })
  const business = { name: await findBusinessName(tx), location: await findLocationRow(tx, conversation.locationId) }
  const at = deps.now()
  const rows = due.flatMap(({ at: plannedAt, text, key }, index) => {
    const sendAt = times[index] ?? (expiresAt === null ? plannedAt : null)
    if (sendAt === null) return []
    return [{ id: newId(), body: renderText(conversation, business, text), sendAt, dueAt: sendAt, ...key }]
  })
  if (rows.length === 0) return []
  const inserted = await tx
    .insertInto('scheduledMessages')
    .values(
      rows.map((row) => ({
        ...row,
        tenantId: tx.tenantId,
        conversationId: conversation.id,
        viaConversationId: viaId,
        author,
        kind: 'automatic',
        state: 'waiting',
        reasons: [],
        timeZone,
        createdAt: at,
        updatedAt: at,
        ...subject,
        expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'bookingId', 'bookingVersion', 'minutesBefore'])
        .where('bookingId', 'is not', null)
        .doUpdateSet(({ ref }) => ({
          conversationId: ref('excluded.conversationId'),
          viaConversationId: ref('excluded.viaConversationId'),
          body: ref('excluded.body'),
          state: 'waiting',
          reasons: [],
          sendAt: ref('excluded.sendAt'),
          dueAt: ref('excluded.dueAt'),
          timeZone: ref('excluded.timeZone'),
          expiresAt: ref('excluded.expiresAt'),
          version: sql<number>`scheduled_messages.version + 1`,
          updatedAt: at,
        }))
        .where('scheduledMessages.state', '=', 'cancelled')
        .where('scheduledMessages.staysCancelled', '=', false),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** Reminders that are not due yet, wait for the carrier, or were cancelled by a teammate. */
const openReminders = (tx: TenantTx) =>
  tx
    .selectFrom('scheduledMessages as s')
    .leftJoin('messages as m', (join) => join.on('m.tenantId', '=', tx.tenantId).onRef('m.id', '=', 's.id'))
    .where('s.tenantId', '=', tx.tenantId)
    .where('s.authorUserId', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('s.state', 'in', [...OPEN_STATES]),
        eb('m.deliveryStatus', '=', 'queued'),
        eb('s.staysCancelled', '=', true),
      ]),
    )

/** The payment requests, of these, that have reminders which `replaceReminders` would look at. */
export async function listRemindedPayments(tx: TenantTx, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await openReminders(tx)
    .where(sql<boolean>`s.payment_id = any(${idsOf(paymentIds)})`)
    .select('s.paymentId')
    .distinct()
    .execute()
  return rows.flatMap(({ paymentId }) => paymentId ?? [])
}

const isAbout = (subject: Subject) =>
  'bookingId' in subject
    ? sql<boolean>`s.booking_id = ${subject.bookingId}`
    : sql<boolean>`s.payment_id = ${subject.paymentId}`

/** How often the conversations of reminders may be merged while they are being locked. */
const MERGES_MAX = 5

/** Locks the conversations of reminders that may change, and reads the reminders again under the locks. */
async function lockReminders(tx: TenantTx, subject: Subject): Promise<Reminder[]> {
  const lockedIds = new Set<string>()
  for (let merges = 0; merges <= MERGES_MAX; merges++) {
    const reminders = await openReminders(tx)
      .where(isAbout(subject))
      .select(['s.id', 's.conversationId', 's.state', 's.expiresAt'])
      .select(['s.minutesBefore', 's.reminderDays', 's.staysCancelled'])
      .execute()
    const changing = reminders.filter((each) => !isKeptCancelled(each))
    const conversationIds = [...new Set(changing.map(({ conversationId }) => conversationId))]
    if (conversationIds.every((id) => lockedIds.has(id))) return reminders
    await findConversationsByIds(tx, null, conversationIds, 'change')
    for (const id of conversationIds) lockedIds.add(id)
  }
  throw new Error(`Gave up locking the conversations of reminders after ${MERGES_MAX} merges.`)
}
