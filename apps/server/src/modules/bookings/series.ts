import { isHolding } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { lockBooking } from './queries.ts'
import type { BookingRow } from './rows.ts'

/** Which bookings of a series an action is for. */
export type Scope = 'this' | 'following' | 'all'

/** The bookings of a series that an action is for and that have not ended, locked, in order; the row alone without a series. */
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
