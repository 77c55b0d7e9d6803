import { z } from 'zod'
import { isAfter, shift } from '../../platform/clock.ts'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { bookingChanged } from '../bookings/events.ts'
import { lockVisit } from '../bookings/index.ts'
import { fillGapsSpec } from './fill-gaps-spec.ts'

const NAME = 'open-booking-gap'

/** Visits that were cancelled, declined or moved away. */
export const freedSubscription = subscribe(bookingChanged, ({ tenantId, id, data }) => {
  const { bookingID, change, previousStartsAt } = data
  if (change !== 'cancelled' && change !== 'declined' && change !== 'rescheduled') return []
  const payload = { tenantId, bookingId: bookingID, previousStartsAt }
  return [{ identifier: NAME, payload, jobKey: `${NAME}:${tenantId}:${id}` }]
})

/** Stores the time that a visit freed, if it is ahead, so that it is offered to the waitlist. Safe to run twice. */
export const openGap = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({
    tenantId: z.uuid(),
    bookingId: z.uuid(),
    previousStartsAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, bookingId, previousStartsAt }) =>
    inTenant({ tenantId }, async (tx) => {
      const { waitlist } = await readBookingConfigs(tx)
      const visit = waitlist.isEnabled ? await lockVisit(tx, bookingId) : undefined
      if (!visit) return
      const startsAt = previousStartsAt ?? visit.startsAt
      if (!isAfter(startsAt, tx.now())) return
      const { locationId } = visit
      await tx
        .insertInto('bookingGaps')
        .values({
          ...{ tenantId: tx.tenantId, id: newId(), locationId, bookingId, startsAt, createdAt: tx.now() },
          endsAt: shift(startsAt, Date.parse(visit.endsAt) - Date.parse(visit.startsAt)),
        })
        // Freed again after it was filled, such as by a visit that was restored and cancelled.
        .onConflict((conflict) => conflict.constraint('booking_gaps_once').doUpdateSet({ isFilled: false }))
        .execute()
      await enqueue(tx, fillGapsSpec({ tenantId, locationId }))
    }),
})
