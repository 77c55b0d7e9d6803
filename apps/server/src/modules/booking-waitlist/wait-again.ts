import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { recordWaitlistChanged } from './record-changed.ts'

/** SQL: whether the entry `w` has an offer that is open, or that was taken, which `settleOffer` stores. */
const isDeciding = (tx: TenantTx) => sql<boolean>`exists (
  select from booking_offers o
  where o.tenant_id = ${tx.tenantId} and o.waitlist_entry_id = w.id and o.state in ('open', 'accepted')
)`

/** Returns entries to the waitlist whose offer ended unaccepted, or was deleted with its conversation. */
export async function waitAgain(tx: TenantTx, locationId: string): Promise<void> {
  const ended = await tx
    .selectFrom('bookingWaitlist as w')
    .where('w.tenantId', '=', tx.tenantId)
    .where('w.locationId', '=', locationId)
    .where('w.state', '=', 'offered')
    .where(({ not }) => not(isDeciding(tx)))
    .select('w.id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  // Re-check under the locks: another job may have offered them a time meanwhile.
  const entries = await tx
    .updateTable('bookingWaitlist as w')
    .set({ state: 'waiting' })
    .where('w.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`w.id = any(${ids}::uuid[])`)
    .where('w.state', '=', 'offered')
    .where(({ not }) => not(isDeciding(tx)))
    .returning(['w.id', 'w.locationId'])
    .execute()
  for (const entry of entries) await recordWaitlistChanged(tx, entry)
}
