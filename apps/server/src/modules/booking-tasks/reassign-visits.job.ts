import type { BookingStatus } from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { bookingChanged } from '../bookings/events.ts'
import { memberRemoved } from '../team/events.ts'
import { addBookingTask, closeBookingTasks } from './add-booking-task.ts'

const ADD = 'add-reassign-tasks'
const CLOSE = 'close-reassign-tasks'
const EXPECTED: readonly BookingStatus[] = ['requested', 'booked', 'confirmed']

export const reassignOnRemoval = subscribe(memberRemoved, ({ tenantId, data: { userId } }) => [
  { identifier: ADD, payload: { tenantId, userId } },
])

/** Asks the team to move the upcoming visits of a teammate who left. Safe to run twice. */
export const addReassignTasks = defineJob({
  name: ADD,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, userId }) =>
    inTenant({ tenantId }, async (tx) => {
      const visits = await selectUpcomingClaims(tx)
        .where('r.userId', '=', userId)
        .distinct()
        .orderBy('b.id')
        .select('b.id')
        .execute()
      for (const { id } of visits)
        await addBookingTask(tx, { bookingId: id, kind: 'reassign', reason: 'teammate-left', cause: userId })
    }),
})

export const closeOnMove = subscribe(bookingChanged, ({ tenantId, data: { bookingID, change } }) =>
  change === 'rescheduled'
    ? [{ identifier: CLOSE, payload: { tenantId, bookingId: bookingID }, jobKey: `${CLOSE}:${bookingID}` }]
    : [],
)

/** Closes the task once the visit has no teammate who left. Safe to run twice. */
export const closeReassignTasks = defineJob({
  name: CLOSE,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, bookingId }) =>
    inTenant({ tenantId }, async (tx) => {
      const left = await selectUpcomingClaims(tx)
        .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'r.userId'))
        .where('b.id', '=', bookingId)
        .where('u.removedAt', 'is not', null)
        .select('b.id')
        .limit(1)
        .executeTakeFirst()
      if (!left) await closeBookingTasks(tx, { bookingId, kind: 'reassign' })
    }),
})

/** Upcoming visits with the resources they occupy. */
const selectUpcomingClaims = (tx: TenantTx) =>
  tx
    .selectFrom('bookingClaims as c')
    .innerJoin('bookings as b', (join) => join.on('b.tenantId', '=', tx.tenantId).onRef('b.id', '=', 'c.bookingId'))
    .innerJoin('bookingResources as r', (join) =>
      join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'c.resourceId'),
    )
    .where('c.tenantId', '=', tx.tenantId)
    .where('c.endsAt', '>', tx.now())
    .where('b.status', 'in', EXPECTED)
