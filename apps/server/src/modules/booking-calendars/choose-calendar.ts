import type { CalendarConnection } from '@frontdesk/contract/api'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordConnectionChanged } from './connect.ts'
import { syncSpec, writeSpec } from './job-specs.ts'
import { accessConnection, type CalendarRow, getConnection } from './queries.ts'

/** Upcoming bookings that are written into a calendar at once. */
const WRITTEN_MAX = 2000

/** Chooses whether a calendar closes times, and whether bookings are written into it. */
export async function chooseCalendar(
  tx: TenantTx,
  actor: Actor,
  { id, isBlocking, isWritten }: { id: string; isBlocking: boolean; isWritten: boolean },
): Promise<CalendarConnection> {
  const calendar = await tx
    .selectFrom('calendars')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!calendar) throw new AppError('CalendarNotFound')
  const { id: connectionId } = await accessConnection(tx, actor, calendar.connectionId)
  if (isWritten && !calendar.mayWrite) throw new AppError('CalendarReadOnly')
  if (calendar.isBlocking !== isBlocking || calendar.isWritten !== isWritten) {
    await updateCalendar(tx, id, { isBlocking, isWritten })
    if (isWritten) await leaveOthers(tx, calendar)
    await setSynced(tx, id, isBlocking || isWritten)
    await enqueueWrites(tx, calendar)
    await enqueue(tx, syncSpec(tx.tenantId, id))
    await recordConnectionChanged(tx, actor.userId)
  }
  return getConnection(tx, connectionId)
}

/** Bookings are written into one calendar of a resource: what another one had is deleted there. */
async function leaveOthers(tx: TenantTx, { id, resourceId }: CalendarRow): Promise<void> {
  const others = await tx
    .updateTable('calendars')
    .set({ isWritten: false })
    .where('tenantId', '=', tx.tenantId)
    .where('resourceId', '=', resourceId)
    .where('isWritten', '=', true)
    .where('id', '<>', id)
    .returning(['id', 'resourceId', 'isBlocking'])
    .execute()
  for (const other of others) {
    await setSynced(tx, other.id, other.isBlocking)
    await enqueueWrites(tx, other)
  }
}

export const updateCalendar = (tx: TenantTx, id: string, set: Partial<Omit<CalendarRow, 'tenantId' | 'id'>>) =>
  tx.updateTable('calendars').set(set).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()

/** Calendars in the directory are synced every few minutes. */
export async function setSynced(tx: TenantTx, calendarId: string, isSynced: boolean): Promise<void> {
  if (isSynced)
    await tx
      .insertInto('directory.calendars')
      .values({ calendarId, tenantId: tx.tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('directory.calendars').where('calendarId', '=', calendarId).execute()
}

/** Writes the upcoming bookings of a calendar, or deletes those it should no longer have. */
export async function enqueueWrites(
  tx: TenantTx,
  { id, resourceId }: Pick<CalendarRow, 'id' | 'resourceId'>,
): Promise<void> {
  const [taken, written] = await Promise.all([
    tx
      .selectFrom('bookingClaims')
      .where('tenantId', '=', tx.tenantId)
      .where('resourceId', '=', resourceId)
      .where('endsAt', '>', tx.now())
      .distinct()
      .select('bookingId')
      .limit(WRITTEN_MAX)
      .execute(),
    tx
      .selectFrom('calendarEvents')
      .where('tenantId', '=', tx.tenantId)
      .where('calendarId', '=', id)
      .where('endsAt', '>', tx.now())
      .select('bookingId')
      .limit(WRITTEN_MAX)
      .execute(),
  ])
  const ids = new Set([...taken, ...written].map(({ bookingId }) => bookingId))
  if (ids.size > 0) await enqueue(tx, ...[...ids].map((bookingId) => writeSpec(tx.tenantId, bookingId)))
}
