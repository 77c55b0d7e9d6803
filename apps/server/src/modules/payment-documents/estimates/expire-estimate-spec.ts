import type { TenantTx } from '../../../platform/database/database.ts'
import type { JobSpec } from '../../../platform/jobs/define-job.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { findLocationRow } from '../../locations/index.ts'
import type { DocumentRow } from '../rows.ts'

export const EXPIRE_ESTIMATE = 'expire-estimate'

/** The moment after the last day on which an estimate is valid, by the clock of its location; null if it has none. */
export async function findExpiry(
  tx: TenantTx,
  { validUntil, locationId }: Pick<DocumentRow, 'validUntil' | 'locationId'>,
): Promise<string | null> {
  if (validUntil === null) return null
  const { timeZone } = await findLocationRow(tx, locationId)
  return Temporal.PlainDate.from(validUntil).add({ days: 1 }).toZonedDateTime(timeZone).toInstant().toString()
}

const expireSpec = (payload: { tenantId: string; id: string }, runAt: string): JobSpec => ({
  identifier: EXPIRE_ESTIMATE,
  payload,
  runAt,
  jobKey: `${EXPIRE_ESTIMATE}:${payload.id}`,
})

/** Enqueues the end of an estimate; a changed date replaces the job. */
export async function enqueueExpiry(tx: TenantTx, estimate: DocumentRow): Promise<void> {
  const expiresAt = await findExpiry(tx, estimate)
  if (expiresAt !== null) await enqueue(tx, expireSpec({ tenantId: tx.tenantId, id: estimate.id }, expiresAt))
}
