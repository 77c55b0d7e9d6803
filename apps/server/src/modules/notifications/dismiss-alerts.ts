import type { TenantTx } from '../../platform/database/database.ts'
import type { JobSpec } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'

export const PUSH_TO_DEVICE = 'push-to-device'

/** Alerts of one conversation replace each other on a device; one without a conversation has its own id. */
interface Alert {
  id: string
  conversationId: string | null
}

/** Job key per device and alert, so that a newer job replaces a queued one. */
export const pushJobKey = (deviceId: string, { id, conversationId }: Alert): string =>
  `push:${deviceId}:${conversationId ?? id}`

/** More alerts than this are not dismissed by push, but when the device next opens Frontdesk. */
const MAX_DISMISSALS = 20

/**
 * Dismisses alerts on the user's devices. Skips Apple's, which revoke a subscription after a few pushes that show
 * nothing; those alerts disappear when Frontdesk is next opened.
 */
export async function queueDismissals(tx: TenantTx, userId: string, alerts: Alert[]): Promise<void> {
  if (alerts.length === 0 || alerts.length > MAX_DISMISSALS) return
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
      // Replaces a queued push that would still show the alert.
      jobKey: pushJobKey(deviceId, alert),
      maxAttempts: 2,
    })),
  )
  if (specs.length > 0) await enqueue(tx, ...specs)
}
