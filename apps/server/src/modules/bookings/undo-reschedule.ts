import type { Booking, MovedBooking, MoveNotUndoable, SlotTaken } from '@frontdesk/contract/api'
import { isMovableStatus, OVERRIDABLE_RULES } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { byTeammate } from './author.ts'
import { releaseClaims } from './claims.ts'
import type { BookingDeps } from './deps.ts'
import { getBooking, lockBooking } from './queries.ts'
import { readStart } from './read-start.ts'
import { moveLocked, statusAfterMove } from './reschedule-booking.ts'
import type { BookingRow } from './rows.ts'

interface Request {
  /** The one of which the contact is told. */
  id: string
  moved: MovedBooking[]
  tellsContact: boolean
}

type Kept = MoveNotUndoable['kept'][number]

/**
 * Moves bookings back to where they were: all of them or none. Rules that a teammate may ignore were met or ignored
 * before, and are ignored again; a previous time that was taken since prevents it.
 */
export async function undoReschedule(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  { id, moved, tellsContact }: Request,
): Promise<Booking> {
  // The same order as that of a move, which locks its own booking first.
  const rows = new Map([[id, await lockBooking(tx, actor, { id })]])
  for (const each of moved) if (!rows.has(each.id)) rows.set(each.id, await lockBooking(tx, actor, { id: each.id }))
  const ids = [...rows.keys()]
  if (ids.length !== moved.length) throw invalidInput('moved', 'List the booking itself and the others, each once')
  const visits = moved.map((before) => ({ before, row: rows.get(before.id) as BookingRow }))
  const kept = visits.map(({ before, row }) => toKept(before, row))
  if (kept.some(({ reason }) => reason !== null)) throw new AppError('MoveNotUndoable', { kept })
  // Visits of a series may be at the previous times of others.
  await releaseClaims(tx, ids)
  for (const [index, { before, row }] of visits.entries()) {
    const { startsOnUtc, durationMinutes, resourceIDs } = before
    const closedBy = await closedWhen(() =>
      moveLocked(deps, tx, byTeammate(actor), row, {
        ...{ before, durationMinutes, resourceIDs },
        at: readStart(startsOnUtc),
        overrides: [...OVERRIDABLE_RULES],
        tellsContact: tellsContact && row.id === id,
      }),
    )
    if (closedBy) Object.assign(kept[index] as Kept, { reason: 'taken', closedBy })
    // The database refused an overlap, after which the transaction can read nothing.
    if (closedBy?.length === 0) break
  }
  if (kept.some(({ reason }) => reason !== null)) throw new AppError('MoveNotUndoable', { kept })
  return getBooking(tx, actor, id)
}

const toKept = (before: MovedBooking, row: BookingRow): Kept => ({
  bookingID: row.id,
  startsOnUtc: row.startsAt,
  previousStartsOnUtc: new Date(readInstant(before.startsOnUtc, 'startsOnUtc')).toISOString(),
  reason: isUnchangedSince(before, row) ? null : 'changed',
  closedBy: [],
})

/** Whether a booking is unchanged since the move. */
const isUnchangedSince = (before: MovedBooking, { version, status }: BookingRow): boolean =>
  version === before.version && isMovableStatus(status) && status === statusAfterMove(before)

/** The reason a time is not available; null if it was free. */
async function closedWhen(move: () => Promise<void>): Promise<SlotTaken['closedBy'] | null> {
  try {
    await move()
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SlotTaken') throw error
    return (error.data as SlotTaken).closedBy
  }
}
