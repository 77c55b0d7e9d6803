import type { CalendarConnection } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { setSynced } from './choose-calendar.ts'
import { recordConnectionChanged } from './connect.ts'
import type { CalendarDeps } from './deps.ts'
import { syncSpec } from './job-specs.ts'
import { accessCalendarsOf, assertRoomForConnection, getConnection } from './queries.ts'
import { sealSecret } from './secret.ts'

/** Adds the URL of an iCalendar file, which is often a secret. A job reads it, and reports whether that worked. */
export async function addAddress(
  deps: CalendarDeps,
  tx: TenantTx,
  actor: Actor,
  { resourceID, name, calendarUrl }: { resourceID: string; name: string; calendarUrl: string },
): Promise<CalendarConnection> {
  await accessCalendarsOf(tx, actor, resourceID)
  await assertRoomForConnection(tx, resourceID)
  const url = URL.parse(calendarUrl.replace(/^webcal:/i, 'https:'))
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('CalendarAddressInvalid')
  const { tenantId } = tx
  const connectionId = newId()
  const calendarId = newId()
  await tx
    .insertInto('calendarConnections')
    .values({
      ...{ tenantId, id: connectionId, resourceId: resourceID, kind: 'ics', state: 'active', name },
      userId: actor.userId,
      secret: sealSecret(deps.secrets, { tenantId, connectionId }, { kind: 'address', url: url.href }),
      createdAt: tx.now(),
    })
    .execute()
  await tx
    .insertInto('calendars')
    .values({
      ...{ tenantId, id: calendarId, connectionId, resourceId: resourceID, remoteId: 'file', name, color: '#868e96' },
      ...{ isPrimary: true, mayWrite: false, isBlocking: true, isWritten: false },
    })
    .execute()
  await setSynced(tx, calendarId, true)
  await enqueue(tx, syncSpec(tenantId, calendarId))
  await recordConnectionChanged(tx, actor.userId)
  await recordAudit(tx, { action: 'calendar.connected', actor, subject: name, at: tx.now() })
  return getConnection(tx, connectionId)
}
