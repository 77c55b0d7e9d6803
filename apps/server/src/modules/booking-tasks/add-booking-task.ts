import type { BookingTaskKind, BookingTaskReason } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordTaskChanged } from './record-task-changed.ts'

export interface NewBookingTask {
  bookingId: string
  kind: BookingTaskKind
  reason: BookingTaskReason
  /** Idempotency key, such as the id of a reminder: one task of a kind is added for each cause. */
  cause: string
}

/** Adds a task about a visit, once for each cause. Returns whether it was added. */
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

/** Marks the open tasks of a kind about a visit as done, because they have become unnecessary. */
export async function closeBookingTasks(
  tx: TenantTx,
  { bookingId, kind }: { bookingId: string; kind: BookingTaskKind },
): Promise<void> {
  const closed = await tx
    .updateTable('bookingTasks')
    .set({ doneAt: tx.now() })
    .where('tenantId', '=', tx.tenantId)
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .where('doneAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (closed) await recordTaskChanged(tx, { bookingId, actorUserId: null })
}
