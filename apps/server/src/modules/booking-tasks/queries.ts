import type { BookingTask, contract } from '@frontdesk/contract/api'
import { BOOKING_TASKS_MAX, type BookingStatus, type Viewer } from '@frontdesk/contract/rules'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findBookings, visibleBookings } from '../bookings/index.ts'

type TaskList = InferContractRouterOutputs<typeof contract>['bookingTasks']['getList']['data']

/** Statuses of expected visits, the only ones whose tasks matter. */
const EXPECTED: readonly BookingStatus[] = ['requested', 'booked', 'confirmed']

/** The tasks about bookings whose contact the viewer may see. */
const selectTasks = (tx: TenantTx, viewer: Viewer) =>
  tx
    .selectFrom('bookingTasks as k')
    .innerJoin(visibleBookings(tx, viewer).as('v'), 'v.id', 'k.bookingId')
    .where('k.tenantId', '=', tx.tenantId)
    .selectAll('k')
    .select(({ selectFrom }) =>
      selectFrom('users as u')
        .where('u.tenantId', '=', tx.tenantId)
        .whereRef('u.id', '=', 'k.doneByUserId')
        .select('u.displayName')
        .as('doneBy'),
    )

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number]

/** The open tasks of upcoming visits, or all tasks of one visit. */
export async function listTasks(
  tx: TenantTx,
  viewer: Viewer,
  { locationIDs, bookingID }: { locationIDs?: string[] | undefined; bookingID?: string | undefined },
): Promise<TaskList> {
  const rows = await selectTasks(tx, viewer)
    .$if(bookingID !== undefined, (query) => query.where('k.bookingId', '=', bookingID ?? ''))
    .$if(bookingID === undefined, (query) =>
      query
        .where('k.doneAt', 'is', null)
        .where('v.endsAt', '>', tx.now())
        .where('v.status', 'in', [...EXPECTED]),
    )
    .$if(locationIDs !== undefined, (query) =>
      query.where(sql<boolean>`v.location_id = any(${[...(locationIDs ?? [])]}::uuid[])`),
    )
    .orderBy('v.startsAt')
    .orderBy('k.createdAt')
    .orderBy('k.id')
    .limit(BOOKING_TASKS_MAX + 1)
    .execute()
  const tasks = await withBookings(tx, viewer, rows.slice(0, BOOKING_TASKS_MAX))
  return { tasks, isTruncated: rows.length > BOOKING_TASKS_MAX }
}

/** A task that the viewer may see. */
export async function getTask(tx: TenantTx, viewer: Viewer, id: string): Promise<BookingTask> {
  const rows = await selectTasks(tx, viewer).where('k.id', '=', id).execute()
  const [task] = await withBookings(tx, viewer, rows)
  if (!task) throw new AppError('BookingTaskNotFound')
  return task
}

async function withBookings(tx: TenantTx, viewer: Viewer, rows: readonly TaskRow[]): Promise<BookingTask[]> {
  const bookings = await findBookings(
    tx,
    viewer,
    rows.map(({ bookingId }) => bookingId),
  )
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  return rows.flatMap(({ id, bookingId, kind, reason, createdAt, doneAt, doneBy }) => {
    const booking = byId.get(bookingId)
    return booking ? [{ id, kind, reason, createdOnUtc: createdAt, doneOnUtc: doneAt, doneBy, booking }] : []
  })
}
