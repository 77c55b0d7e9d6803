import type { SlotTaken } from '@frontdesk/contract/api'
import { isHolding } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockBooking } from './queries.ts'
import type { BookingRow } from './rows.ts'

/** The bookings of a series that an action applies to. */
export type Scope = 'this' | 'following' | 'all'

/**
 * The bookings of a series that an action is for and that have not ended, locked, in order; the row alone without a
 * series.
 */
export async function lockInScope(tx: TenantTx, actor: Actor, row: BookingRow, scope: Scope): Promise<BookingRow[]> {
  if (scope === 'this' || row.seriesId === null) return [row]
  const rows: BookingRow[] = []
  for (const id of await findSeries(tx, row.seriesId, scope === 'following' ? row.startsAt : null))
    rows.push(id === row.id ? row : await lockBooking(tx, actor, { id }))
  return rows.filter(({ status }) => isHolding(status))
}

/** The bookings of a series, in order; with a time only those from then on. */
export async function findSeries(tx: TenantTx, seriesId: string, from: string | null = null): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('seriesId', '=', seriesId)
    .$if(from !== null, (query) => query.where('startsAt', '>=', from))
    .orderBy('startsAt')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface SeriesVisit {
  start: number
  /** The one whose time was chosen; the others follow it. */
  isChosen: boolean
  run: () => Promise<void>
}

/**
 * Runs the changes of the visits of a series, all or none: if some times are not free, throws one error that lists
 * them. `ownIds` are in the way of each other only while one of them cannot be moved.
 */
export async function changeEach(visits: readonly SeriesVisit[], ownIds: readonly string[] = []): Promise<void> {
  const taken: { visit: SeriesVisit; data: SlotTaken }[] = []
  for (const visit of visits) {
    try {
      await visit.run()
    } catch (error) {
      const data = slotTakenOf(error)
      if (!data || visits.length === 1) throw error
      taken.push({ visit, data })
    }
  }
  if (taken.length === 0) return
  const clashes = taken
    .toSorted((a, b) => a.visit.start - b.visit.start)
    .flatMap(({ visit: { start }, data }) => {
      const closedBy = data.closedBy.filter(({ bookingID }) => bookingID === null || !ownIds.includes(bookingID))
      return closedBy.length > 0 ? [{ startsOnUtc: new Date(start).toISOString(), closedBy }] : []
    })
  throw new AppError('SlotTaken', {
    closedBy: clashes.flatMap(({ closedBy }) => closedBy),
    nearest: taken.find(({ visit }) => visit.isChosen)?.data.nearest ?? [],
    clashes,
  })
}

/** Undefined without reasons: then the database refused an overlap, and the transaction cannot go on. */
function slotTakenOf(error: unknown): SlotTaken | undefined {
  if (!(error instanceof AppError) || error.code !== 'SlotTaken') return undefined
  const data = error.data as SlotTaken | undefined
  return data && data.closedBy.length > 0 ? data : undefined
}
