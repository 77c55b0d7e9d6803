import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { endHold, lockVisit } from '../bookings/index.ts'
import { closeCardSetup, closeCheckoutsOf } from '../card-payments/index.ts'
import { cancelUnpaid, lockDocumentById } from '../payment-documents/index.ts'
import type { BookingPaymentDeps } from './deps.ts'
import { END_UNPAID } from './job-specs.ts'
import { findTerms, setTerms } from './terms.ts'

/**
 * Ends an unpaid hold: first closes the provider’s page, so that nobody pays for an expired hold, then cancels the
 * request and the hold. If the payment completed first, the visit is booked if the time is still free. Safe to run twice.
 */
export const endUnpaid = defineJob({
  name: END_UNPAID,
  lane: 'payments',
  payload: z.object({ tenantId: z.uuid(), bookingId: z.uuid() }),
  run: async (deps: BookingPaymentDeps, { tenantId, bookingId }) => {
    const scope = { tenantId }
    const terms = await deps.inTenant(scope, (tx) => findTerms(tx, bookingId))
    if (terms?.state !== 'agreeing' && terms?.state !== 'paying') return
    const { documentId, setupId } = terms
    const isPaid =
      documentId !== null
        ? await closeCheckoutsOf(deps, scope, documentId)
        : setupId !== null && (await closeCardSetup(deps, scope, setupId))
    // If it was paid, applying the provider’s object books the time.
    if (!isPaid) await deps.inTenant(scope, (tx) => end(tx, bookingId))
  },
})

async function end(tx: TenantTx, bookingId: string): Promise<void> {
  const booking = await lockVisit(tx, bookingId)
  const terms = await findTerms(tx, bookingId, 'change')
  if (terms?.state !== 'agreeing' && terms?.state !== 'paying') return
  const document = terms.documentId === null ? undefined : await lockDocumentById(tx, terms.documentId)
  // Paid in the meantime: the job that books it is queued.
  if (document && !(await cancelUnpaid(tx, { userId: null }, document))) return
  await setTerms(tx, bookingId, { state: 'ended' })
  if (booking?.status === 'held') await endHold(tx, booking)
}
