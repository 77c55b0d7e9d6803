import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { RemoteEvent } from './google-calendars.ts'
import { toIso } from './interval.ts'
import type { CalendarRow } from './queries.ts'

/** Stores the busy times of events and removes those of deleted events; with `isFull`, of all other events too. */
export async function storeBusy(
  tx: TenantTx,
  { id, resourceId }: Pick<CalendarRow, 'id' | 'resourceId'>,
  events: readonly RemoteEvent[],
  { isFull }: { isFull: boolean },
): Promise<void> {
  const newest = new Map(events.map((event) => [event.id, event]))
  const rows = [...newest.values()].flatMap(({ id: eventId, isCancelled, isBusy, time }) =>
    !isCancelled && isBusy && time && time.from < time.until
      ? [{ eventId, from: toIso(time.from), until: toIso(time.until) }]
      : [],
  )
  const kept = new Set(rows.map(({ eventId }) => eventId))
  const removed = [...newest.keys()].filter((eventId) => !kept.has(eventId))
  await tx
    .deleteFrom('calendarBusy')
    .where('tenantId', '=', tx.tenantId)
    .where('calendarId', '=', id)
    .$if(!isFull, (query) => query.where(sql<boolean>`event_id = any(${removed}::text[])`))
    .execute()
  if (rows.length === 0) return
  await sql`
    insert into calendar_busy (tenant_id, calendar_id, event_id, resource_id, period)
    select ${tx.tenantId}, ${id}::uuid, x."eventId", ${resourceId}::uuid, tstzrange(x."from", x."until")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("eventId" text, "from" timestamptz, "until" timestamptz)
    on conflict (tenant_id, calendar_id, event_id) do update set period = excluded.period`.execute(tx)
}
