import type { WaitlistEntry } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { closeOffersOfEntry } from '../booking-offers/index.ts'
import { lockScheduleOfContact } from '../bookings/index.ts'
import { accessEntry } from './queries.ts'
import { recordWaitlistChanged } from './record-changed.ts'

/** Locks the schedule of a contact who waits, which comes before all other locks. */
async function lockScheduleOfEntry(tx: TenantTx, id: string): Promise<void> {
  const { contactId } = await tx
    .selectFrom('bookingWaitlist')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select('contactId')
    .executeTakeFirstOrThrow()
  await lockScheduleOfContact(tx, contactId)
}

/** Removes an entry from the waitlist. A time held for it is offered to the next in line. */
export async function removeEntry(tx: TenantTx, actor: Actor, id: string): Promise<WaitlistEntry> {
  const entry = await accessEntry(tx, actor, id)
  await lockScheduleOfEntry(tx, id)
  // First: an offer that is being made either sees it, or is found below.
  const removed = await tx
    .updateTable('bookingWaitlist')
    .set({ state: 'removed', endedAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirst()
  await closeOffersOfEntry(tx, id)
  if (removed.numUpdatedRows > 0n) await recordWaitlistChanged(tx, { id, locationId: entry.locationID }, actor.userId)
  return accessEntry(tx, actor, id)
}
