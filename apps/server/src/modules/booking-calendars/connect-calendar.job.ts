import { z } from 'zod'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { enqueueWrites, setSynced } from './choose-calendar.ts'
import { recordConnectionChanged } from './connect.ts'
import type { CalendarDeps } from './deps.ts'
import { CalendarError, type CalendarTokens, type RemoteCalendar } from './google-calendars.ts'
import { CONNECT_CALENDAR, syncSpec } from './job-specs.ts'
import { markBroken } from './mark-broken.ts'
import { type ConnectionRow, findCalendars } from './queries.ts'
import { openSecret, sealSecret, tokensSecret } from './secret.ts'

const findConnecting = (tx: TenantTx, id: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('calendarConnections')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('state', '=', 'connecting')
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Fetches the tokens and the calendars of a consent. A code works once, so the tokens are stored before anything else;
 * if Google’s response was lost, the person has to connect again.
 */
export const connectCalendar = defineJob({
  name: CONNECT_CALENDAR,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), connectionId: z.uuid() }),
  run: async (deps: CalendarDeps, { tenantId, connectionId }) => {
    const scope = { tenantId, connectionId }
    const connection = await deps.inTenant(scope, (tx) => findConnecting(tx, connectionId))
    if (!connection) return
    try {
      const secret = openSecret(deps.secrets, scope, connection.secret)
      if (secret.kind === 'address') return
      const tokens: CalendarTokens =
        secret.kind === 'tokens' ? secret : await deps.googleCalendars.exchangeCode(secret.code, secret.redirectUrl)
      await deps.inTenant(scope, (tx) =>
        tx
          .updateTable('calendarConnections')
          .set({ secret: sealSecret(deps.secrets, scope, tokensSecret(tokens)) })
          .where('tenantId', '=', tx.tenantId)
          .where('id', '=', connectionId)
          .execute(),
      )
      const calendars = await deps.googleCalendars.open(tokens).listCalendars()
      await deps.inTenant(scope, (tx) => storeCalendars(tx, connectionId, calendars))
    } catch (error) {
      if (!(error instanceof CalendarError) || (error.kind !== 'access-lost' && error.kind !== 'refused')) throw error
      await deps.inTenant(scope, (tx) => markBroken(tx, connectionId))
    }
  },
})

/** Upserts the calendars of an account. Known ones keep their settings; the primary one closes times by default. */
async function storeCalendars(tx: TenantTx, connectionId: string, calendars: readonly RemoteCalendar[]): Promise<void> {
  const connection = await findConnecting(tx, connectionId)
  if (!connection) return
  const existing = await findCalendars(tx, [connectionId])
  for (const { id: remoteId, ...calendar } of calendars)
    await tx
      .insertInto('calendars')
      .values({
        tenantId: tx.tenantId,
        id: newId(),
        connectionId,
        resourceId: connection.resourceId,
        remoteId,
        ...calendar,
        isBlocking: calendar.isPrimary && existing.length === 0,
        isWritten: false,
      })
      .onConflict((conflict) =>
        conflict
          .constraint('calendars_remote')
          .doUpdateSet({ name: calendar.name, color: calendar.color, isPrimary: calendar.isPrimary }),
      )
      .execute()
  const present = new Set(calendars.map(({ id }) => id))
  for (const { id, remoteId } of existing)
    if (!present.has(remoteId)) {
      await setSynced(tx, id, false)
      await tx.deleteFrom('calendars').where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
    }
  const primary = calendars.find(({ isPrimary }) => isPrimary) ?? calendars[0]
  await tx
    .updateTable('calendarConnections')
    .set({ state: 'active', brokenAt: null, name: primary?.name ?? '' })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', connectionId)
    .execute()
  for (const calendar of await findCalendars(tx, [connectionId])) {
    if (!calendar.isBlocking && !calendar.isWritten) continue
    await setSynced(tx, calendar.id, true)
    await enqueue(tx, syncSpec(tx.tenantId, calendar.id))
    if (calendar.isWritten) await enqueueWrites(tx, calendar)
  }
  await recordConnectionChanged(tx, connection.userId)
}
