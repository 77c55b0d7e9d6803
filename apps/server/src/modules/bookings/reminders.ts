import type { BookingStatus, Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { cancelScheduledOfBooking, scheduleReminders } from '../messages/index.ts'
import type { Announced } from './announce-booking.ts'
import type { BookingDeps } from './deps.ts'
import { type ContactThread, findForText, findThread, type VisitForContact } from './find-thread.ts'
import { renderBusinessText } from './render-visit-text.ts'
import { replanRemindersSpec } from './replan-spec.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const REMINDED: readonly BookingStatus[] = ['booked', 'confirmed']
/** Statuses in which a visit has reminders that are enough for later visits on that day. */
const COVERING: readonly BookingStatus[] = [...REMINDED, 'arrived', 'completed']

/** When a visit takes place, or did before it was moved. */
type VisitTime = Pick<VisitForContact, 'startsAt' | 'localStartsAt'>

/**
 * Replaces the reminders of a booking with those of its present time; none for one that is not expected. They are shown
 * in the conversation as scheduled messages, and pass the send gate when they are due. Jobs do the same for later
 * visits of the contact on that day and on the `previous` one, which its reminders cover or no longer do.
 */
export async function planReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
  previous?: VisitTime,
): Promise<void> {
  const booking = await planOwnReminders(deps, tx, viewer, id)
  if (booking) await replanLater(tx, booking, [booking, ...(previous ? [previous] : [])])
}

/** Replaces the reminders of a booking alone. */
export async function planOwnReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  id: string,
): Promise<VisitForContact | undefined> {
  const booking = await findForText(deps, tx, id)
  const isCurrent = ({ expiresAt }: { expiresAt: string | null }) =>
    booking !== undefined && REMINDED.includes(booking.status) && expiresAt === booking.startsAt
  await cancelScheduledOfBooking(deps, tx, id, isCurrent)
  if (booking) await scheduleOf(deps, tx, viewer, { booking })
  return booking
}

/** Plans the reminders of a booking that had none, such as a new one. */
export async function planFirstReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { id, announced }: { id: string; announced?: Announced | undefined },
): Promise<void> {
  const booking = announced?.booking ?? (await findForText(deps, tx, id))
  if (!booking) return
  await scheduleOf(deps, tx, viewer, { booking, conversation: announced?.conversation })
  if (REMINDED.includes(booking.status)) await replanLater(tx, booking, [booking])
}

async function scheduleOf(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { booking, conversation: known }: { booking: VisitForContact; conversation?: ContactThread | undefined },
): Promise<void> {
  const { id, startsAt } = booking
  if (!REMINDED.includes(booking.status) || !isAfter(startsAt, tx.now())) return
  const { reminders } = await readBookingConfigs(tx)
  const ahead = reminders
    .map(({ minutesBefore, text }) => ({ at: shift(startsAt, -minutesBefore * MINUTE_MS), text }))
    .filter(({ at }) => isAfter(at, tx.now()))
  if (ahead.length === 0) return
  const due = await Promise.all(
    ahead.map(async ({ at, text }) => ({ at, text: await renderBusinessText(tx, booking, text) })),
  )
  const conversation = known ?? (await findThread(tx, viewer, booking, { starts: true, isClosed: true }))
  if (!conversation) return
  await lockPlanning(tx, booking)
  if (await hasEarlierVisit(tx, booking)) return
  await scheduleReminders(deps, tx, {
    ...{ conversation, subject: { bookingId: id }, author: 'Bookings', due, expiresAt: startsAt },
  })
}

/**
 * Locks the planning of a contact’s reminders until the transaction ends: of two visits that are booked or changed at
 * once, one must see the other, also if their conversations differ. Call it after the conversation is locked.
 */
const lockPlanning = (tx: TenantTx, { contactId }: VisitForContact): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`booking-reminders:${tx.tenantId}:${contactId}`}, 0))`.execute(tx)

const visitsOfContact = (tx: TenantTx, { id, contactId }: Pick<VisitForContact, 'id' | 'contactId'>) =>
  tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where('id', '<>', id)

const isOnDayOf = ({ localStartsAt }: VisitTime) =>
  sql<boolean>`left(local_starts_at, 10) = ${localStartsAt.slice(0, 10)}`

/** Whether the contact has an earlier visit that day, whose reminders are enough. */
async function hasEarlierVisit(tx: TenantTx, booking: VisitForContact): Promise<boolean> {
  const { startsAt } = booking
  const earlier = await visitsOfContact(tx, booking)
    .where('startsAt', '<', startsAt)
    .where('startsAt', '>', shift(startsAt, -DAY_MS))
    .where(isOnDayOf(booking))
    .where('status', 'in', [...COVERING])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** Has the reminders of the contact’s later visits on the days of these times planned again. */
async function replanLater(tx: TenantTx, booking: VisitForContact, times: readonly VisitTime[]): Promise<void> {
  await lockPlanning(tx, booking)
  const later = await visitsOfContact(tx, booking)
    .where('status', 'in', [...REMINDED])
    .where('startsAt', '>', tx.now())
    .where(({ or, and, eb }) =>
      or(
        times.map((time) =>
          and([eb('startsAt', '>', time.startsAt), eb('startsAt', '<', shift(time.startsAt, DAY_MS)), isOnDayOf(time)]),
        ),
      ),
    )
    .select('id')
    .execute()
  await enqueue(tx, ...later.map(({ id }) => replanRemindersSpec({ tenantId: tx.tenantId, id })))
}
