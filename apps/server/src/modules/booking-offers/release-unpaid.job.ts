import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { bookingUnpaid } from '../booking-payments/events.ts'
import { changeChosenOffer } from './change-chosen-offer.ts'

const NAME = 'release-unpaid-offer'

export const unpaidSubscription = subscribe(bookingUnpaid, ({ tenantId, data: { bookingID: bookingId } }) => [
  { identifier: NAME, payload: { tenantId, bookingId }, jobKey: `${NAME}:${bookingId}` },
])

/** Expires an offer whose chosen time was not paid for, as if nobody had answered it. Safe to run twice. */
export const releaseUnpaidOffer = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, bookingId }) =>
    inTenant({ tenantId }, (tx) => changeChosenOffer(tx, bookingId, { from: 'accepted', to: 'expired' })),
})
