import { type BookingStatus, renderBookingVariables, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { cancelScheduledOfBooking, scheduleReminders } from '../messages/index.ts'
import type { Announced } from './announce-booking.ts'
import type { BookingDeps } from './deps.ts'
import { findForText, findThread } from './find-thread.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const REMINDED: readonly BookingStatus[] = ['booked', 'confirmed']

/**
 * Replaces the reminders of a booking with those of its present time; none for one that is not expected. They are shown in
 * the conversation as scheduled messages, and pass the send gate when they are due.
 */
export async function planReminders(deps: BookingDeps, tx: TenantTx, viewer: Viewer | null, id: string): Promise<void> {
  const booking = await findForText(deps, tx, id)
  const isCurrent = ({ expiresAt }: { expiresAt: string | null }) =>
    booking !== undefined && REMINDED.includes(booking.status) && expiresAt === booking.startsAt
  await cancelScheduledOfBooking(deps, tx, id, isCurrent)
  if (booking) await planFirstReminders(deps, tx, viewer, { id, announced: { booking } })
}

/** Plans the reminders of a booking that had none, such as a new one. */
export async function planFirstReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { id, announced }: { id: string; announced?: Announced | undefined },
): Promise<void> {
  const booking = announced?.booking ?? (await findForText(deps, tx, id))
  if (!booking || !REMINDED.includes(booking.status) || !isAfter(booking.startsAt, tx.now())) return
  const { reminders } = await readBookingConfigs(tx)
  const due = reminders.flatMap(({ minutesBefore, text }) => {
    const at = shift(booking.startsAt, -minutesBefore * MINUTE_MS)
    return isAfter(at, tx.now()) ? [{ at, text: renderBookingVariables(text, booking.variables) }] : []
  })
  if (due.length === 0 || (await hasEarlierVisit(tx, booking))) return
  const conversation =
    announced?.conversation ?? (await findThread(tx, viewer, booking, { starts: true, isClosed: true }))
  if (!conversation) return
  const expiresAt = booking.startsAt
  await scheduleReminders(deps, tx, { conversation, subject: { bookingId: id }, author: 'Bookings', due, expiresAt })
}

/** Whether the contact has an earlier visit that day, whose reminders are enough. */
async function hasEarlierVisit(
  tx: TenantTx,
  {
    id,
    contactId,
    startsAt,
    localStartsAt,
  }: { id: string; contactId: string; startsAt: string; localStartsAt: string },
): Promise<boolean> {
  const earlier = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${rowIdsOfContact(tx, contactId)})`)
    .where('startsAt', '<', startsAt)
    .where('startsAt', '>', shift(startsAt, -24 * HOUR_MS))
    .where(sql<boolean>`left(local_starts_at, 10) = ${localStartsAt.slice(0, 10)}`)
    .where('status', 'in', [...REMINDED])
    .where('id', '<>', id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
