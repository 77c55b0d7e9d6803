import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { BookingDeps } from '../bookings/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { FILL_GAPS } from './fill-gaps-spec.ts'
import { type Gap, offerGap } from './offer-gap.ts'
import { waitAgain } from './wait-again.ts'

const GAPS_AT_ONCE = 50

/** Offers each free time of a location to the first in line whom it suits, unless someone is deciding about it. */
export const fillGaps = defineJob({
  name: FILL_GAPS,
  lane: 'sending',
  payload: z.object({ tenantId: z.uuid(), locationId: z.uuid() }),
  run: async (deps: BookingDeps, { tenantId, locationId }) => {
    const gaps = await deps.inTenant({ tenantId }, (tx) => findGaps(tx, locationId))
    for (const gap of gaps) {
      const skippedIds: string[] = []
      for (;;) {
        const nextIds = await deps.inTenant({ tenantId }, (tx) => offerGap(deps, tx, gap, skippedIds))
        if (nextIds === null) break
        skippedIds.push(...nextIds)
      }
    }
  },
})

/** The free times of a location that are to be offered. */
async function findGaps(tx: TenantTx, locationId: string): Promise<Gap[]> {
  await waitAgain(tx, locationId)
  const gaps = await tx
    .selectFrom('bookingGaps')
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', locationId)
    .where('isFilled', '=', false)
    .where('startsAt', '>', tx.now())
    .orderBy('startsAt')
    .orderBy('id')
    .limit(GAPS_AT_ONCE)
    .selectAll()
    .execute()
  if (gaps.length === 0) return []
  const location = await findLocationRow(tx, locationId)
  return gaps.map((gap) => ({ gap, location }))
}
