import type { TenantTx } from '../../platform/database/database.ts'
import { announceBooking } from './announce-booking.ts'
import { BY_PAGE } from './author.ts'
import { cancelLocked } from './change-booking.ts'
import { bookHeld, findByClientId, type HoldRequest, insertHold, placeHeld } from './create-booking.ts'
import type { BookingDeps } from './deps.ts'
import { lockScheduleOfBooking } from './lock-schedule.ts'
import { planFirstReminders } from './reminders.ts'
import { itemsOfVisit, moveLocked } from './reschedule-booking.ts'
import type { BookingRow } from './rows.ts'

// Operations of people outside the business on their own visits, on pages without a login. The caller has checked who
// they are and what the settings allow; hours, notice, limits and overlaps apply to them without exception.

type Place = { id: string; timeZone: string }

/** Holds a time for someone who is deciding. A repeated request returns the hold or its outcome. */
export async function holdForPage(
  tx: TenantTx,
  location: Place,
  request: Omit<HoldRequest, 'overrides'>,
): Promise<BookingRow> {
  const repeated = await findByClientId(tx, BY_PAGE, { ...request, overrides: [] })
  if (repeated) return repeated
  return mustLock(tx, await insertHold(tx, BY_PAGE, location, { ...request, overrides: [] }))
}

/** Throws `SlotTaken` unless the held visit can be booked for a contact; null: for someone new. */
export const assertBookable = async (tx: TenantTx, held: BookingRow, contactId: string | null): Promise<unknown> =>
  placeHeld(tx, BY_PAGE, held, { items: await itemsOfVisit(tx, held), contactId, overrides: [] })

/** Books a held visit for a contact, or asks a teammate to approve it. */
export async function bookHeldForPage(
  deps: BookingDeps,
  tx: TenantTx,
  held: BookingRow,
  details: {
    contactId: string
    status: 'booked' | 'requested'
    note: string
    answers: { question: string; answer: string }[]
    refundUntil?: string | null
    isOver?: boolean
  },
): Promise<void> {
  await bookHeld(tx, BY_PAGE, held, { ...details, items: await itemsOfVisit(tx, held), overrides: [] })
  const { id } = held
  const announced = await announceBooking(deps, tx, BY_PAGE, { id, state: details.status, tellsContact: true })
  await planFirstReminders(deps, tx, null, { id, announced })
}

/**
 * Moves a locked visit, with the same teammates and rooms. A visit that needed approval needs it for the new time too.
 */
export const moveForPage = (
  deps: BookingDeps,
  tx: TenantTx,
  row: BookingRow,
  { at, needsApproval }: { at: number; needsApproval: boolean },
): Promise<void> => moveLocked(deps, tx, BY_PAGE, row, { at, needsApproval, overrides: [], tellsContact: true })

/** Cancels a locked visit. */
export const cancelForPage = (deps: BookingDeps, tx: TenantTx, row: BookingRow, reason: string): Promise<void> =>
  cancelLocked(deps, tx, BY_PAGE, row, { reason, tellsContact: true })

/** Finds a booking by id, without an access check. */
export const findVisit = (tx: TenantTx, id: string): Promise<BookingRow | undefined> =>
  tx.selectFrom('bookings').where('tenantId', '=', tx.tenantId).where('id', '=', id).selectAll().executeTakeFirst()

/** The same, locked after the schedule of its contact. */
export async function lockVisit(tx: TenantTx, id: string): Promise<BookingRow | undefined> {
  await lockScheduleOfBooking(tx, id)
  return tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Stores the deadline until which the contact of a locked visit gets a refund. Reminders of this version stay. */
export const setRefundUntil = (tx: TenantTx, id: string, refundUntil: string): Promise<unknown> =>
  tx.updateTable('bookings').set({ refundUntil }).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()

/** Locks the booking of a client id that someone chose on a page. */
export const lockVisitByClientId = (tx: TenantTx, clientBookingId: string): Promise<BookingRow | undefined> =>
  tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('clientBookingId', '=', clientBookingId)
    .where('source', '=', 'page')
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

async function mustLock(tx: TenantTx, id: string): Promise<BookingRow> {
  const row = await lockVisit(tx, id)
  if (!row) throw new Error('A booking was not found after its insert.')
  return row
}
