import type { BookingStatus, Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { rowIdsOfContact } from '../contact-rows/index.ts'
import { lockConversationsOf } from '../conversations/index.ts'
import { type NewReminders, replaceReminders, scheduleReminders } from '../messages/index.ts'
import { type Announced, BOOKINGS_AUTHOR } from './announce-booking.ts'
import type { BookingDeps } from './deps.ts'
import { findForText, findThread, type VisitForContact } from './find-thread.ts'
import { renderBusinessText } from './render-visit-text.ts'
import { replanRemindersSpec } from './replan-spec.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const REMINDED: readonly BookingStatus[] = ['booked', 'confirmed']
/** Statuses in which a visit has reminders that are enough for later visits on that day. */
const COVERING: readonly BookingStatus[] = [...REMINDED, 'arrived', 'completed']

/** When a visit takes place, or did before it was moved. */
type VisitTime = Pick<VisitForContact, 'startsAt' | 'localStartsAt'>

/**
 * Replaces the reminders of a booking with those of its present time; none for one that is not expected. They are shown
 * in the conversation as scheduled messages, and pass the send gate when they are due. Jobs do the same for later
 * visits of the contact on that day and on the `previous` one, which its reminders cover or no longer do.
 */
export async function planReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { id, announced, previous }: { id: string; announced?: Announced | undefined; previous?: VisitTime | undefined },
): Promise<void> {
  const planned = announced ?? (await findPlanned(deps, tx, id))
  const times = planned ? [planned.booking, ...(previous ? [previous] : [])] : []
  const others = planned ? await findOthers(tx, planned.booking, times) : []
  await replaceOwn(deps, tx, viewer, { id, planned, others })
  await replanLater(tx, others, times)
}

/** Replaces the reminders of a booking alone. */
export async function planOwnReminders(deps: BookingDeps, tx: TenantTx, id: string): Promise<void> {
  const planned = await findPlanned(deps, tx, id)
  if (planned) await lockConversationsOf(tx, planned.booking.contactId)
  const others = planned ? await findOthers(tx, planned.booking, [planned.booking]) : []
  await replaceOwn(deps, tx, null, { id, planned, others })
}

/** Plans the reminders of a booking that had none, such as a new one. */
export async function planFirstReminders(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { id, announced }: { id: string; announced?: Announced | undefined },
): Promise<void> {
  const planned = announced ?? (await findPlanned(deps, tx, id))
  if (!planned || !isReminded(planned.booking)) return
  const times = [planned.booking]
  const others = await findOthers(tx, planned.booking, times)
  const first = await remindersOf(tx, viewer, planned, others)
  if (first) await scheduleReminders(deps, tx, { bookingId: id }, first)
  await replanLater(tx, others, times)
}

async function findPlanned(deps: BookingDeps, tx: TenantTx, id: string): Promise<Announced | undefined> {
  const booking = await findForText(deps, tx, id)
  return booking && { booking }
}

const isReminded = ({ status }: Pick<VisitForContact, 'status'>): boolean => REMINDED.includes(status)

async function replaceOwn(
  deps: BookingDeps,
  tx: TenantTx,
  viewer: Viewer | null,
  { id, planned, others }: { id: string; planned: Announced | undefined; others: readonly OtherVisit[] },
): Promise<void> {
  const booking = planned?.booking
  await replaceReminders(
    deps,
    tx,
    { bookingId: id },
    {
      keepsQueued: ({ expiresAt }) => booking !== undefined && isReminded(booking) && expiresAt === booking.startsAt,
      next: planned && (await remindersOf(tx, viewer, planned, others)),
    },
  )
}

/** The reminders of a booking; undefined if it has none, or those of an earlier visit that day are enough. */
async function remindersOf(
  tx: TenantTx,
  viewer: Viewer | null,
  { booking, conversation: known }: Announced,
  others: readonly OtherVisit[],
): Promise<NewReminders | undefined> {
  const { startsAt, version: bookingVersion } = booking
  if (!isReminded(booking) || !isAfter(startsAt, tx.now())) return undefined
  if (others.some((other) => isSameDay(other, booking) && isAfter(startsAt, other.startsAt))) return undefined
  const { reminders } = await readBookingConfigs(tx)
  const ahead = reminders
    .map((reminder) => ({ ...reminder, at: shift(startsAt, -reminder.minutesBefore * MINUTE_MS) }))
    .filter(({ at }) => isAfter(at, tx.now()))
  if (ahead.length === 0) return undefined
  const conversation = known ?? (await findThread(tx, viewer, booking, { starts: true, isClosed: true }))
  if (!conversation) return undefined
  const due = ahead.map(async ({ at, text, minutesBefore }) => ({
    ...{ at, key: { bookingVersion, minutesBefore } },
    text: await renderBusinessText(tx, booking, text),
  }))
  return { conversation, author: BOOKINGS_AUTHOR, due: await Promise.all(due), expiresAt: startsAt }
}

type OtherVisit = Awaited<ReturnType<typeof findOthers>>[number]

/** Other visits of the contact, whose schedule is locked, on the days of these times that have reminders, or had. */
const findOthers = (tx: TenantTx, booking: VisitForContact, times: readonly VisitTime[]) =>
  tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`contact_id = any(${rowIdsOfContact(tx, booking.contactId)})`)
    .where('id', '<>', booking.id)
    .where('status', 'in', [...COVERING])
    .where(({ or, and, eb }) =>
      or(
        times.map(({ startsAt, localStartsAt }) =>
          and([
            eb('startsAt', '>', shift(startsAt, -DAY_MS)),
            eb('startsAt', '<', shift(startsAt, DAY_MS)),
            sql<boolean>`left(local_starts_at, 10) = ${localStartsAt.slice(0, 10)}`,
          ]),
        ),
      ),
    )
    .select(['id', 'status', 'startsAt', 'localStartsAt'])
    .execute()

const isSameDay = (a: VisitTime, b: VisitTime): boolean => a.localStartsAt.slice(0, 10) === b.localStartsAt.slice(0, 10)

/** Has the reminders of expected visits planned again that are later on the days of these times. */
async function replanLater(tx: TenantTx, others: readonly OtherVisit[], times: readonly VisitTime[]): Promise<void> {
  const later = others.filter(
    (other) =>
      isReminded(other) &&
      isAfter(other.startsAt, tx.now()) &&
      times.some((time) => isSameDay(other, time) && isAfter(other.startsAt, time.startsAt)),
  )
  if (later.length > 0) await enqueue(tx, ...later.map(({ id }) => replanRemindersSpec({ tenantId: tx.tenantId, id })))
}
