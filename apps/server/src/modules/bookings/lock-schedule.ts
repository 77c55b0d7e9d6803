import { sql } from 'kysely'
import { executePrepared, type TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'

// Changes of visits lock the schedule of the contact first, then bookings, what these occupy, and conversations last.
// Texts about visits and offers of times lock their conversation before the bookings, which is safe because the schedule
// comes before both.

/**
 * Locks the visits of a contact, given by its main id, and the planning of their reminders until the transaction ends:
 * of two visits that are booked or changed at once, one must see the other, because one reminder is enough for a day.
 */
export const lockSchedule = (tx: TenantTx, contactId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact-schedule:${tx.tenantId}:${contactId}`}, 0))`.execute(tx)

/** The same for a contact by any of its ids. */
export async function lockScheduleOfContact(tx: TenantTx, contactId: string): Promise<void> {
  const [contact] = await executePrepared(
    tx,
    tx
      .selectFrom('contacts as r')
      .where('r.tenantId', '=', tx.tenantId)
      .where('r.id', '=', contactId)
      .select(mainContactId('r').as('id')),
  )
  if (contact) await lockSchedule(tx, contact.id)
}

/** The same for the contact of a booking, if it has one. */
export async function lockScheduleOfBooking(tx: TenantTx, bookingId: string): Promise<void> {
  const [contact] = await executePrepared(
    tx,
    tx
      .selectFrom('bookings as b')
      .innerJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'b.contactId'))
      .where('b.tenantId', '=', tx.tenantId)
      .where('b.id', '=', bookingId)
      .select(mainContactId('r').as('id')),
  )
  if (contact) await lockSchedule(tx, contact.id)
}
