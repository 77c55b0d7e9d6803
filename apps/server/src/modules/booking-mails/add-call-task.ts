import type { ReminderProblem } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { addBookingTask, hasBookingTask } from '../booking-tasks/index.ts'
import type { VisitForContact } from '../bookings/index.ts'

/** Adds a task to call the contact of a visit, once for each start of the visit. */
export async function addCallTask(
  tx: TenantTx,
  { id: bookingId, startsAt }: Pick<VisitForContact, 'id' | 'startsAt'>,
  reason: ReminderProblem,
): Promise<void> {
  // The opt-out task already has a teammate contact them about this visit.
  if (await hasBookingTask(tx, { bookingId, kind: 'opted-out' })) return
  await addBookingTask(tx, { bookingId, kind: 'call', reason, cause: startsAt })
}
