import type { TenantTx } from '../../platform/database/database.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

export const PUSH_TO_DEVICE = 'push-to-device'

/** What an alert stands for: its conversation, or itself. */
interface Alert {
  id: string
  conversationId: string | null
}

/** Of one alert each newer job takes the place of the one that waits. */
export const pushKey = (deviceId: string, { id, conversationId }: Alert): string =>
  `push:${deviceId}:${conversationId ?? id}`

/** More alerts read at once than this are closed when the device is next used. */
const CLOSES_MAX = 20

/**
 * Takes alerts away on the person's devices. Not where a push must always show something: Apple withdraws a
 * subscription after a few that do not. There they go when Frontdesk is next opened.
 */
export async function queueCloses(tx: TenantTx, userId: string, alerts: Alert[]): Promise<void> {
  if (alerts.length === 0 || alerts.length > CLOSES_MAX) return
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .where('tenantId', '=', tx.tenantId)
    .where('userId', '=', userId)
    .where('endpoint', 'not like', 'https://web.push.apple.com/%')
    .select('id')
    .execute()
  const specs: JobSpec[] = devices.flatMap(({ id: deviceId }) =>
    alerts.map((alert) => ({
      identifier: PUSH_TO_DEVICE,
      payload: {
        tenantId: tx.tenantId,
        deviceId,
        conversationId: alert.conversationId,
        notificationId: alert.id,
        what: 'close',
      },
      // A show that has not gone out yet is replaced.
      jobKey: pushKey(deviceId, alert),
      maxAttempts: 2,
    })),
  )
  if (specs.length > 0) await enqueue(tx, ...specs)
}
