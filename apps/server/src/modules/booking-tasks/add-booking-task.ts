import type { BookingTaskKind, ReminderProblem } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordTaskChanged } from './record-task-changed.ts'

export interface NewBookingTask {
  bookingId: string
  kind: BookingTaskKind
  reason: ReminderProblem
  /** What it comes from, such as the id of a reminder. A second task of the kind from the same cause is not added. */
  cause: string
}

/** Adds something to do about a visit, once for each cause. Returns whether it was added. */
export async function addBookingTask(tx: TenantTx, task: NewBookingTask): Promise<boolean> {
  const { bookingId, kind, reason, cause } = task
  const added = await tx
    .insertInto('bookingTasks')
    .values({ tenantId: tx.tenantId, id: newId(), bookingId, kind, reason, cause, createdAt: tx.now() })
    .onConflict((conflict) => conflict.constraint('booking_tasks_cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await recordTaskChanged(tx, { bookingId, actorUserId: null })
  return true
}
