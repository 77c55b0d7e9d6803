import type { TenantTx } from '../../platform/database/database.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

export const PUSH_TO_DEVICE = 'push-to-device'

/** More conversations read at once than this are closed when the device is next used. */
const CLOSES_MAX = 20

/**
 * Takes alerts away on the person's devices. Not where a push must always show something: Apple withdraws a
 * subscription after a few that do not. There they go when Frontdesk is next opened.
 */
export async function queueCloses(tx: TenantTx, userId: string, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0 || conversationIds.length > CLOSES_MAX) return
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .where('endpoint', 'not like', 'https://web.push.apple.com/%')
    .select('id')
    .execute()
  const specs: JobSpec[] = devices.flatMap(({ id: deviceId }) =>
    conversationIds.map((conversationId) => ({
      identifier: PUSH_TO_DEVICE,
      payload: { tenantId: tx.tenantId, deviceId, conversationId, what: 'close' },
      // A show that has not gone out yet is replaced.
      jobKey: `push:${deviceId}:${conversationId}`,
      maxAttempts: 2,
    })),
  )
  if (specs.length > 0) await enqueue(tx, ...specs)
}
