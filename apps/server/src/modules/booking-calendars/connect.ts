import type { CalendarConnection } from '@frontdesk/contract/api'
import { CALENDAR_REDIRECT_PATH } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { recordSettingChanged } from '../settings/index.ts'
import type { CalendarDeps } from './deps.ts'
import { connectSpec } from './job-specs.ts'
import { openState, sealState } from './oauth-state.ts'
import { accessCalendarsOf, accessConnection, assertRoomForConnection, getConnection } from './queries.ts'
import { sealSecret } from './secret.ts'

/** The page of Google that asks for access to the calendars of a resource. */
export async function startConnecting(
  deps: CalendarDeps,
  tx: TenantTx,
  actor: Actor,
  { resourceID, connectionID }: { resourceID: string; connectionID?: string | undefined },
): Promise<string> {
  await accessCalendarsOf(tx, actor, resourceID)
  const existing = connectionID === undefined ? undefined : await accessConnection(tx, actor, connectionID)
  if (existing && (existing.kind !== 'google' || existing.resourceId !== resourceID))
    throw new AppError('CalendarNotFound')
  if (!existing) await assertRoomForConnection(tx, resourceID)
  if (!deps.googleCalendars.isConfigured()) throw new AppError('CalendarsUnavailable')
  const { tenantId, sessionId } = actor
  const connectionId = existing?.id ?? newId()
  const state = sealState(deps.secrets, { tenantId, sessionId, resourceId: resourceID, connectionId }, tx.now())
  return deps.googleCalendars.consentUrl({ state, redirectUrl: redirectUrl(deps), email: existing?.name || null })
}

const redirectUrl = ({ publicUrl }: CalendarDeps): string => publicUrl() + CALENDAR_REDIRECT_PATH

/** Stores a consent; a job fetches the tokens and the calendars. A repeated request returns the same connection. */
export async function connectAccount(
  deps: CalendarDeps,
  tx: TenantTx,
  actor: Actor,
  { code, state: sealed }: { code: string; state: string },
): Promise<CalendarConnection> {
  const { tenantId, sessionId } = actor
  const { resourceId, connectionId } = openState(deps.secrets, sealed, { tenantId, sessionId, at: tx.now() })
  await accessCalendarsOf(tx, actor, resourceId)
  const existing = await tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', connectionId)
    .select('state')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing && existing.state !== 'broken') return getConnection(tx, connectionId)
  if (!existing) await assertRoomForConnection(tx, resourceId)
  const secret = sealSecret(
    deps.secrets,
    { tenantId, connectionId },
    { kind: 'code', code, redirectUrl: redirectUrl(deps) },
  )
  const values = { userId: actor.userId, state: 'connecting', secret, brokenAt: null } as const
  await tx
    .insertInto('calendarConnections')
    .values({ tenantId, id: connectionId, resourceId, kind: 'google', name: '', createdAt: tx.now(), ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet(values))
    .execute()
  await enqueue(tx, connectSpec(tenantId, connectionId))
  await recordConnectionChanged(tx, actor.userId)
  await recordAudit(tx, { action: 'calendar.connected', actor, subject: 'Google Calendar', at: tx.now() })
  return getConnection(tx, connectionId)
}

/** Open screens fetch the connections again. */
export const recordConnectionChanged = (tx: TenantTx, actorUserId: string): Promise<void> =>
  recordSettingChanged(tx, { subject: 'booking-calendars', actorUserId, at: tx.now() })
