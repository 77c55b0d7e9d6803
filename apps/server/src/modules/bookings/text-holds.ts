import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { announceBooking } from './announce-booking.ts'
import { BY_TEXT } from './author.ts'
import type { RequestedItem } from './availability/load-visit.ts'
import { bookHeld, insertHold } from './create-booking.ts'
import type { BookingDeps } from './deps.ts'
import { endHold } from './end-hold.ts'
import { lockVisit } from './page-visits.ts'
import { planFirstReminders } from './reminders.ts'
import { itemsOfVisit, moveLocked } from './reschedule-booking.ts'
import type { BookingRow } from './rows.ts'

// Times that are held for contacts while they answer by text. Hours, notice, limits and overlaps hold for them without
// exception. The caller replies, so these functions send no text unless `tellsContact` is set.

/** The time is not free, or the service, teammate or room is not there any more. */
const IMPOSSIBLE: readonly string[] = ['SlotTaken', 'ServiceNotFound', 'ResourceNotFound']

/**
 * The result of `work`, or null if the visit is not possible. Nothing was stored then: it is refused before the first
 * write.
 */
export async function nullIfUnavailable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && IMPOSSIBLE.includes(error.code)) return null
    throw error
  }
}

/** Holds a time for a contact, and returns the id of its booking; null if it is not free. */
export const holdForText = (
  tx: TenantTx,
  location: { id: string; timeZone: string },
  { items, startsAt, minutes }: { items: RequestedItem[]; startsAt: string; minutes: number },
): Promise<string | null> => {
  const request = { locationID: location.id, items, startsOnUtc: startsAt, clientBookingId: newId(), overrides: [] }
  return nullIfUnavailable(insertHold(tx, BY_TEXT, location, request, minutes))
}

/** Books a locked time that is held for a contact; false if it is not possible any more. */
export async function bookHeldForText(
  deps: BookingDeps,
  tx: TenantTx,
  held: BookingRow,
  {
    tellsContact = false,
    ...booked
  }: {
    contactId: string
    status: 'booked' | 'requested'
    refundUntil?: string
    isOver?: boolean
    isOffered?: boolean
    /** It was paid, so this is no reply. */
    tellsContact?: boolean
  },
): Promise<boolean> {
  const details = { ...booked, note: '', answers: [], overrides: [], items: await itemsOfVisit(tx, held) }
  if ((await nullIfUnavailable(bookHeld(tx, BY_TEXT, held, details))) === null) return false
  const { id } = held
  const announced = await announceBooking(deps, tx, BY_TEXT, { id, state: booked.status, tellsContact })
  await planFirstReminders(deps, tx, null, { id, announced })
  return true
}

/** Moves a locked visit to a time that was held for its contact; false if it is not possible any more. */
export async function moveToHeldForText(
  deps: BookingDeps,
  tx: TenantTx,
  row: BookingRow,
  held: BookingRow,
  { needsApproval }: { needsApproval: boolean },
): Promise<boolean> {
  // The visit takes the time of the hold, so the hold ends first.
  await endHold(tx, held)
  const move = { at: Date.parse(held.startsAt), needsApproval, overrides: [], tellsContact: false }
  return (await nullIfUnavailable(moveLocked(deps, tx, BY_TEXT, row, move).then(() => true))) ?? false
}

/** Ends those of these bookings that are only held. */
export async function releaseHolds(tx: TenantTx, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) {
    const row = await lockVisit(tx, id)
    if (row?.status === 'held') await endHold(tx, row)
  }
}
