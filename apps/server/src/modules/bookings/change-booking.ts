import type { Booking, contract } from '@frontdesk/contract/api'
import { type BookingState, type BookingStatus, can, isHolding, NEXT_STATUSES } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOf } from '../conversations/index.ts'
import { announceBooking, withdrawAnnouncements } from './announce-booking.ts'
import { type BookingAuthor, byTeammate } from './author.ts'
import type { BookingChange } from './booking-change.ts'
import { releaseClaims } from './claims.ts'
import type { BookingDeps } from './deps.ts'
import { getBooking, lockBooking } from './queries.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import { planReminders } from './reminders.ts'
import { placeAsBefore } from './reschedule-booking.ts'
import type { BookingRow } from './rows.ts'
import { lockInScope, type Scope } from './series.ts'
import { claimOrFail, updateBooking } from './write-booking.ts'

type Inputs = InferContractRouterInputs<typeof contract>['bookings']
type Edited<Fields> = { id: string; version: number } & Fields

/** Cancels a booking, or the part of its series that the scope selects, and frees the resources. */
export async function cancelBooking(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  {
    id,
    version,
    reason,
    scope,
    tellsContact,
    payment,
  }: Edited<{ reason: string; scope: Scope; tellsContact: boolean; payment?: 'refund' | 'keep' | undefined }>,
): Promise<Booking> {
  const row = await lockBooking(tx, actor, { id, version })
  if (!isHolding(row.status)) throw new AppError('BookingStatusWrong')
  // Also while nothing is paid: the decision applies to a payment that arrives just before, and to the whole series.
  if (payment !== undefined && !can(actor, 'payments_manage'))
    throw new AppError('Forbidden', { permission: 'payments_manage' })
  const keepsPayment = payment === undefined ? null : payment === 'keep'
  // One text for a whole series.
  for (const each of await lockInScope(tx, actor, row, scope)) {
    const isRequested = each.id === id
    await cancelLocked(deps, tx, byTeammate(actor), each, {
      ...{ reason, keepsPayment, tellsContact: tellsContact && isRequested },
    })
  }
  return getBooking(tx, actor, id)
}

/** Cancels one locked booking. */
export async function cancelLocked(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  row: BookingRow,
  {
    reason,
    tellsContact,
    keepsPayment = null,
  }: { reason: string; tellsContact: boolean; keepsPayment?: boolean | null },
): Promise<void> {
  await endBooking(deps, tx, author, row, { status: 'cancelled', reason, keepsPayment })
  const announced = await announceBooking(deps, tx, author, { id: row.id, state: 'cancelled', tellsContact })
  await planReminders(deps, tx, author.viewer, { id: row.id, announced })
}

async function endBooking(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  row: BookingRow,
  {
    status,
    reason,
    keepsPayment = null,
  }: { status: BookingStatus & BookingChange; reason: string; keepsPayment?: boolean | null },
): Promise<void> {
  await releaseClaims(tx, [row.id])
  await updateBooking(tx, row.id, {
    ...{ status, heldUntil: null, endedAt: tx.now(), endReason: reason, endedByUserId: author.userId, keepsPayment },
  })
  await recordBookingChanged(tx, row, { change: status, by: author })
  if (row.contactId !== null) await lockConversationsOf(tx, row.contactId)
  await withdrawAnnouncements(deps, tx, row)
}

/** Sets the status of a booking, one step at a time. One that had ended takes its resources again. */
export async function updateStatus(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  {
    id,
    version,
    status,
    reason,
    tellsContact,
  }: Edited<{ status: BookingStatus; reason: string; tellsContact: boolean }>,
): Promise<Booking> {
  const row = await lockBooking(tx, actor, { id, version })
  if (row.status === status) return getBooking(tx, actor, id)
  if (!NEXT_STATUSES[row.status].includes(status)) throw new AppError('BookingStatusWrong')
  // A cancelled hold has no contact.
  if (!isHolding(row.status) && row.contactId === null) throw new AppError('BookingStatusWrong')
  if (status === 'completed' || status === 'no-show' || status === 'declined') {
    await endBooking(deps, tx, byTeammate(actor), row, { status, reason })
  } else {
    const wasHolding = isHolding(row.status)
    if (!wasHolding) await reclaimResources(tx, actor, row)
    await updateBooking(tx, id, {
      ...{ status, endedAt: null, endReason: '', endedByUserId: null },
      arrivedAt: status === 'arrived' ? tx.now() : null,
    })
    await recordBookingChanged(tx, row, { change: wasHolding ? changeOf(status) : 'restored', by: actor })
    if (row.contactId !== null) await lockConversationsOf(tx, row.contactId)
    // The contact may not have been texted yet that it had ended.
    if (!wasHolding) await withdrawAnnouncements(deps, tx, row)
  }
  const state = announcedState(row.status, status)
  const announced = state && (await announceBooking(deps, tx, byTeammate(actor), { id, state, tellsContact }))
  await planReminders(deps, tx, actor, { id, announced })
  return getBooking(tx, actor, id)
}

const changeOf = (status: BookingStatus): BookingChange =>
  status === 'arrived' || status === 'confirmed' ? status : 'booked'

/** The state that a new status announces in the conversation and to the contact; undefined if it announces nothing. */
function announcedState(from: BookingStatus, to: BookingStatus): BookingState | undefined {
  // The contact may have been told that the visit was canceled or declined.
  if (from === 'cancelled' && to === 'booked') return 'booked'
  if (from === 'declined' && to === 'requested') return 'requested'
  // Otherwise the team corrects a mistake.
  if (!isHolding(from)) return undefined
  return from === 'requested' && to === 'booked' ? 'booked' : CARDS[to]
}

/** Statuses with a card in the conversation. */
const CARDS = {
  confirmed: 'confirmed',
  arrived: 'arrived',
  completed: 'completed',
  'no-show': 'no-show',
  declined: 'declined',
} as Partial<Record<BookingStatus, 'confirmed' | 'arrived' | 'completed' | 'no-show' | 'declined'>>

/** Reclaims the resources of a booking that had ended, as long as nothing overlaps; booking rules do not apply again. */
async function reclaimResources(tx: TenantTx, actor: Actor, row: BookingRow): Promise<void> {
  const placed = await placeAsBefore(tx, byTeammate(actor), row)
  await releaseClaims(tx, [row.id])
  await claimOrFail(tx, row.id, placed, { overrides: row.overrides })
}

/** Records that the contact is on the way, or late. */
export async function updateArrival(
  tx: TenantTx,
  actor: Actor,
  { id, version, isOnTheWay, lateMinutes }: Edited<{ isOnTheWay: boolean; lateMinutes: number | null }>,
): Promise<Booking> {
  const row = await lockBooking(tx, actor, { id, version })
  if (row.status !== 'booked' && row.status !== 'confirmed') throw new AppError('BookingStatusWrong')
  const onTheWayAt = isOnTheWay || lateMinutes !== null ? (row.onTheWayAt ?? tx.now()) : null
  await updateBooking(tx, id, { onTheWayAt, lateMinutes })
  await recordBookingChanged(tx, row, { change: 'updated', by: actor })
  return getBooking(tx, actor, id)
}

/** Changes the note of a booking. */
export async function updateNote(
  tx: TenantTx,
  actor: Actor,
  { id, version, note }: Edited<Pick<Inputs['update'], 'note'>>,
): Promise<Booking> {
  const row = await lockBooking(tx, actor, { id, version })
  await updateBooking(tx, id, { note })
  await recordBookingChanged(tx, row, { change: 'updated', by: actor })
  return getBooking(tx, actor, id)
}
