import { z } from 'zod'
import { isAfter } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { Needs } from '../../platform/module.ts'
import { endHold } from './end-hold.ts'
import { EXPIRE_HOLD, expireHoldSpec } from './expire-spec.ts'

/** Ends a hold that nobody booked, and frees what it took. */
export const expireHold = defineJob({
  name: EXPIRE_HOLD,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), id: z.uuid() }),
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, id }) => {
    await inTenant({ tenantId }, async (tx) => {
      const row = await tx
        .selectFrom('bookings')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', id)
        .selectAll()
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (row?.status !== 'held' || row.heldUntil === null) return
      // The clock of the database, by which jobs run, may be ahead of ours.
      if (isAfter(row.heldUntil, tx.now())) await enqueue(tx, expireHoldSpec({ tenantId, id }, row.heldUntil))
      else await endHold(tx, row)
    })
  },
})
