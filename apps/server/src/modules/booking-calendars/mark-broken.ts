import type { TenantTx } from '../../platform/database/database.ts'
import { recordAudit } from '../audit/index.ts'
import { recordConnectionChanged } from './connect.ts'
import { calendarBroken } from './events.ts'

/**
 * Marks a connection as broken and notifies the person who connected it, once. Busy times read before keep closing
 * times.
 */
export async function markBroken(tx: TenantTx, connectionId: string): Promise<void> {
  const at = tx.now()
  const row = await tx
    .updateTable('calendarConnections')
    .set({ state: 'broken', brokenAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', connectionId)
    .where('state', 'in', ['connecting', 'active'])
    .returning(['userId', 'name'])
    .executeTakeFirst()
  if (!row) return
  await calendarBroken.record(tx, { at, data: { connectionID: connectionId, userID: row.userId } })
  await recordAudit(tx, { action: 'calendar.broken', actor: null, subject: row.name || 'Google Calendar', at })
  await recordConnectionChanged(tx, row.userId)
}
