import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { closeOffer } from './close-offer.ts'
import { EXPIRE_OFFER, expireOfferSpec } from './expire-offer-spec.ts'
import { findOffer, lockOpenOffer } from './queries.ts'

/** Ends an offer that nobody answered in time. */
export const expireOffer = defineJob({
  name: EXPIRE_OFFER,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: ({ inTenant }: Needs<'inTenant'>, { tenantId, id }) =>
    inTenant({ tenantId }, async (tx) => {
      const unlocked = await findOffer(tx, id)
      if (unlocked?.state !== 'open') return
      const offer = await lockOpenOffer(tx, unlocked)
      if (!offer) return
      // The clock of the database, by which jobs run, may be ahead of ours.
      if (isAfter(offer.heldUntil, tx.now())) await enqueue(tx, expireOfferSpec({ tenantId, id }, offer.heldUntil))
      else await closeOffer(tx, offer, 'expired')
    }),
})
