import type { BookingTask } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { acceptStart } from '../bookings/index.ts'
import { getTask } from './queries.ts'
import { recordTaskChanged } from './record-task-changed.ts'

/**
 * Marks a task as done, or reopens it. Idempotent. Once a `wrong-time` task is done, the visit keeps its current start.
 */
export async function changeTask(
  tx: TenantTx,
  actor: Actor,
  { id, isDone }: { id: string; isDone: boolean },
): Promise<BookingTask> {
  const { booking, kind } = await getTask(tx, actor, id)
  const changed = await tx
    .updateTable('bookingTasks')
    .set(isDone ? { doneAt: tx.now(), doneByUserId: actor.userId } : { doneAt: null, doneByUserId: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('doneAt', isDone ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed && isDone && kind === 'wrong-time') await acceptStart(tx, booking.id, actor.userId)
  if (changed) await recordTaskChanged(tx, { bookingId: booking.id, actorUserId: actor.userId })
  return getTask(tx, actor, id)
}
