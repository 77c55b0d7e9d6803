import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { CalendarDeps } from './deps.ts'
import type { CalendarAccount } from './google-calendars.ts'
import { CalendarError } from './google-calendars.ts'
import { DISCONNECT_CALENDAR } from './job-specs.ts'
import { type CalendarRow, findCalendars } from './queries.ts'
import { openSecret } from './secret.ts'

/** Deletes our upcoming events from the calendars of a removed connection, ends the access, and deletes its row. */
export const disconnectCalendar = defineJob({
  name: DISCONNECT_CALENDAR,
  lane: 'background',
  payload: z.object({ tenantId: z.uuid(), connectionId: z.uuid() }),
  run: async (deps: CalendarDeps, { tenantId, connectionId }, { isLast }) => {
    const scope = { tenantId, connectionId }
    const removed = await deps.inTenant(scope, async (tx) => {
      const connection = await tx
        .selectFrom('calendarConnections')
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', connectionId)
        .where('state', '=', 'removing')
        .selectAll()
        .executeTakeFirst()
      if (!connection) return undefined
      const events = await tx
        .selectFrom('calendarEvents as e')
        .innerJoin('calendars as k', (join) =>
          join.on('k.tenantId', '=', tx.tenantId).onRef('k.id', '=', 'e.calendarId'),
        )
        .where('e.tenantId', '=', tx.tenantId)
        .where('k.connectionId', '=', connectionId)
        .where('e.state', '<>', 'deleted')
        // A pending event may exist already.
        .where((where) => where.or([where('e.endsAt', 'is', null), where('e.endsAt', '>', tx.now())]))
        .select(['k.remoteId', 'e.eventId'])
        .execute()
      return { connection, events, calendars: await findCalendars(tx, [connectionId]) }
    })
    if (!removed) return
    const secret = openSecret(deps.secrets, scope, removed.connection.secret)
    if (secret.kind === 'tokens')
      await clean(deps.googleCalendars.open(secret), removed).catch((error: unknown) => {
        if (isLast || (error instanceof CalendarError && error.kind === 'access-lost')) return
        throw error
      })
    await deps.inTenant(scope, (tx) =>
      tx.deleteFrom('calendarConnections').where('tenantId', '=', tx.tenantId).where('id', '=', connectionId).execute(),
    )
  },
})

async function clean(
  account: CalendarAccount,
  { events, calendars }: { events: { remoteId: string; eventId: string }[]; calendars: CalendarRow[] },
): Promise<void> {
  for (const { remoteId, eventId } of events) await account.deleteEvent(remoteId, eventId)
  for (const { channelId, channelResource } of calendars)
    if (channelId && channelResource) await account.stopWatching(channelId, channelResource).catch(() => undefined)
  await account.revoke()
}
