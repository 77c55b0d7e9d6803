import type { Booking, contract } from '@frontdesk/contract/api'
import { HOLD_MINUTES } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { mainContactId } from '../contact-rows/index.ts'
import { findLocation } from '../locations/index.ts'
import { announceBooking, type TextAddition } from './announce-booking.ts'
import { type BookingAuthor, byTeammate } from './author.ts'
import type { RequestedItem } from './availability/load-visit.ts'
import { chooseContact } from './choose-contact.ts'
import type { BookingDeps } from './deps.ts'
import { expireHoldSpec } from './expire-spec.ts'
import { lockSchedule, lockScheduleOfContact } from './lock-schedule.ts'
import { getBooking } from './queries.ts'
import { readStart } from './read-start.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import { planFirstReminders } from './reminders.ts'
import { minutesOf } from './reschedule-booking.ts'
import type { BookingRow, ItemRow } from './rows.ts'
import { findItems } from './select-bookings.ts'
import { changeEach, findSeries } from './series.ts'
import {
  insertBooking,
  type Placed,
  placeVisit,
  replaceItems,
  timesOf,
  updateBooking,
  usedOverrides,
} from './write-booking.ts'

type Inputs = InferContractRouterInputs<typeof contract>['bookings']
type Output = InferContractRouterOutputs<typeof contract>['bookings']['create']['data']
/** As parsed, with defaults. */
export type HoldRequest = Omit<Inputs['hold'], 'items' | 'overrides'> & {
  items: RequestedItem[]
  overrides: NonNullable<Inputs['hold']['overrides']>
}
export type CreateRequest = HoldRequest &
  Pick<Inputs['create'], 'contactID' | 'repeats'> & {
    contact?: { name: string; phone: string } | undefined
    note: string
    answers: { question: string; answer: string }[]
    tellsContact: boolean
  }

/** Holds a time while someone decides. A repeated request returns the hold or its outcome. */
export async function holdTime(tx: TenantTx, actor: Actor, request: HoldRequest): Promise<Booking> {
  const author = byTeammate(actor)
  const location = await accessLocation(tx, actor, request.locationID)
  const repeated = await findByClientId(tx, author, request)
  if (repeated) return getBooking(tx, actor, repeated.id)
  return getBooking(tx, actor, await insertHold(tx, author, location, request))
}

/** Holds a time, and returns the id of its booking. */
export async function insertHold(
  tx: TenantTx,
  author: BookingAuthor,
  location: { id: string; timeZone: string },
  { items, overrides: chosen, clientBookingId, startsOnUtc }: HoldRequest,
  minutes: number = HOLD_MINUTES,
): Promise<string> {
  const start = readStart(startsOnUtc)
  const placement = await placeVisit(tx, author, { location, items }, { start, ignored: chosen })
  const overrides = usedOverrides(chosen, placement)
  const id = newId()
  const heldUntil = shift(tx.now(), minutes * 60_000)
  const hold = { contactId: null, note: '', answers: [], seriesId: null }
  await insertBooking(
    tx,
    author,
    { id, clientBookingId, location, status: 'held', source: author.source, heldUntil, overrides, ...hold },
    placement,
  )
  await enqueue(tx, expireHoldSpec({ tenantId: tx.tenantId, id }, heldUntil))
  await recordBookingChanged(tx, { id, locationId: location.id }, { change: 'held', by: author })
  return id
}

/**
 * Books a visit, or what was held for it. A repeated request returns the booking that it made the first time.
 * `onBooked` runs once, before the contact is texted, and may return what is added to the text.
 */
export async function createBooking(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  request: CreateRequest,
  onBooked?: (bookingId: string, contactId: string) => Promise<TextAddition | undefined>,
): Promise<Output> {
  const location = await accessLocation(tx, actor, request.locationID)
  const repeated = await findByClientId(tx, byTeammate(actor), request)
  // An expired or cancelled hold.
  if (repeated && repeated.status !== 'held' && repeated.contactId === null) throw new AppError('HoldExpired')
  // A hold can’t become a series.
  if (repeated && (repeated.seriesId !== null) !== (request.repeats !== undefined))
    throw new AppError('ClientBookingIdReused')
  const contactId = await chooseContact(tx, actor, request, location.id)
  if (repeated && repeated.status !== 'held') {
    if (!(await isOfContact(tx, repeated, contactId))) throw new AppError('ClientBookingIdReused')
    return outputOf(tx, actor, repeated)
  }
  const booked = repeated
    ? await bookHeld(tx, byTeammate(actor), repeated, { ...request, contactId, status: 'booked' })
    : await bookSeries(tx, actor, { request, contactId, location })
  const { id } = booked
  const addition = await onBooked?.(id, contactId)
  const tellsContact = request.tellsContact || addition !== undefined
  const announced = await announceBooking(deps, tx, byTeammate(actor), { id, state: 'booked', tellsContact, addition })
  for (const each of await seriesOf(tx, booked))
    await planFirstReminders(deps, tx, actor, each === id ? { id, announced } : { id: each })
  return outputOf(tx, actor, booked)
}

type InSeries = Pick<BookingRow, 'id' | 'seriesId'>

const outputOf = async (tx: TenantTx, actor: Actor, booking: InSeries): Promise<Output> => ({
  booking: await getBooking(tx, actor, booking.id),
  series: await seriesOf(tx, booking),
})

async function seriesOf(tx: TenantTx, { id, seriesId }: InSeries): Promise<string[]> {
  const series = seriesId === null ? [] : await findSeries(tx, seriesId)
  return series.length > 0 ? series : [id]
}

/** Books a held visit: compared and set under the lock of its row, so that it cannot run out in between. */
export async function bookHeld(
  tx: TenantTx,
  author: BookingAuthor,
  held: BookingRow,
  {
    contactId,
    status,
    overrides: chosen,
    items,
    note,
    answers,
    refundUntil = null,
    isOver = false,
    isOffered = false,
  }: Pick<CreateRequest, 'overrides' | 'items' | 'note' | 'answers'> & {
    contactId: string
    status: 'booked' | 'requested'
    /** The deadline until which the contact’s payment for it is refunded. */
    refundUntil?: string | null
    /** The hold has ended, but its time may still be free. */
    isOver?: boolean
    /** A teammate offered the time to the contact, whose limits per person do not apply. */
    isOffered?: boolean
  },
): Promise<BookingRow> {
  if (!isOver && !isHeld(tx, held)) throw new AppError('HoldExpired')
  await lockScheduleOfContact(tx, contactId)
  const limitedId = isOffered ? null : contactId
  const placement = await placeHeld(tx, author, held, { items, contactId: limitedId, overrides: chosen })
  const { placed } = placement
  const overrides = usedOverrides(chosen, placement)
  await replaceItems(tx, held.id, placement, { overrides })
  await updateBooking(tx, held.id, {
    ...timesOf(placed, held.timeZone),
    ...{ status, heldUntil: null, contactId, note, answers: JSON.stringify(answers), overrides, refundUntil },
    ...(isOver && { endedAt: null }),
  })
  await recordBookingChanged(tx, held, { change: status, by: author })
  return { ...held, contactId, status }
}

/** Places a held visit at its time for a contact. */
export const placeHeld = (
  tx: TenantTx,
  author: BookingAuthor,
  { id, locationId, timeZone, startsAt }: BookingRow,
  { items, contactId, overrides }: Pick<CreateRequest, 'items' | 'overrides'> & { contactId: string | null },
): Promise<Placed> =>
  placeVisit(
    tx,
    author,
    { location: { id: locationId, timeZone }, items, contactId, bookingId: id },
    // It was in time when it was held.
    { start: Date.parse(startsAt), ignored: [...overrides, 'past', 'notice'], wasHeld: true },
  )

/** Whether a booking still holds its time for someone who is deciding. */
export const isHeld = (tx: TenantTx, { status, heldUntil }: BookingRow): boolean =>
  status === 'held' && heldUntil !== null && isAfter(heldUntil, tx.now())

/** Books a visit, and with `repeats` the same wall time in later weeks: all of them or none. Returns the first one. */
async function bookSeries(
  tx: TenantTx,
  actor: Actor,
  {
    request,
    contactId,
    location,
  }: { request: CreateRequest; contactId: string; location: { id: string; timeZone: string } },
): Promise<Pick<BookingRow, 'id' | 'seriesId' | 'locationId'>> {
  const author = byTeammate(actor)
  const { items, overrides: chosen, note, answers, repeats } = request
  await lockSchedule(tx, contactId)
  const first = Temporal.Instant.fromEpochMilliseconds(readStart(request.startsOnUtc))
  const seriesId = repeats ? newId() : null
  const ids: string[] = []
  const visits = Array.from({ length: repeats?.count ?? 1 }, (_, index) => {
    const start = first
      .toZonedDateTimeISO(location.timeZone)
      .add({ weeks: index * (repeats?.everyWeeks ?? 0) }).epochMilliseconds
    const run = async () => {
      const placement = await placeVisit(tx, author, { location, items, contactId }, { start, ignored: chosen })
      const id = newId()
      const overrides = usedOverrides(chosen, placement)
      await insertBooking(
        tx,
        author,
        {
          ...{ id, location, contactId, seriesId, overrides, note, answers },
          clientBookingId: index === 0 ? request.clientBookingId : newId(),
          status: 'booked',
          source: 'teammate',
          heldUntil: null,
        },
        placement,
      )
      await recordBookingChanged(tx, { id, locationId: location.id }, { change: 'booked', by: actor })
      ids.push(id)
    }
    return { start, isChosen: index === 0, run }
  })
  await changeEach(visits)
  return { id: ids[0] ?? '', seriesId, locationId: location.id }
}

async function accessLocation(tx: TenantTx, actor: Actor, id: string) {
  const location = await findLocation(tx, actor, id)
  if (!location) throw new AppError('LocationNotFound')
  return location
}

/** Whether a request with this id has been carried out. */
export const bookingExists = async (tx: TenantTx, clientBookingId: string): Promise<boolean> =>
  (await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('clientBookingId', '=', clientBookingId)
    .select('id')
    .executeTakeFirst()) !== undefined

/** The booking of a repeated request, locked. One of another visit has used the id by mistake. */
export async function findByClientId(
  tx: TenantTx,
  { source }: BookingAuthor,
  { clientBookingId, locationID, startsOnUtc, items }: HoldRequest,
): Promise<BookingRow | undefined> {
  const row = await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('clientBookingId', '=', clientBookingId)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const stored = await findItems(tx, [row.id])
  // A booking that was moved since still belongs to this request.
  const isUnchanged = row.version === 1
  const isSame =
    row.locationId === locationID &&
    row.source === source &&
    (!isUnchanged || Date.parse(row.startsAt) === Date.parse(startsOnUtc)) &&
    stored.length === items.length &&
    items.every((item, index) => matchesItem(stored[index], item, isUnchanged))
  if (!isSame) throw new AppError('ClientBookingIdReused')
  return row
}

/** Whether a stored item matches the request. Values that the request left open were chosen at booking. */
function matchesItem(stored: ItemRow | undefined, requested: RequestedItem, isUnchanged: boolean): boolean {
  if (stored?.serviceId !== requested.serviceID) return false
  const { durationMinutes = minutesOf(stored), resourceIDs } = requested
  const isChosen = (id: string) => stored.resourceIds.includes(id)
  return !isUnchanged || (durationMinutes === minutesOf(stored) && resourceIDs.every(isChosen))
}

/** Whether a booking belongs to a contact, through any of their numbers. True if its contact was deleted since. */
async function isOfContact(tx: TenantTx, { contactId }: BookingRow, mainId: string): Promise<boolean> {
  const contact = await tx
    .selectFrom('contacts as r')
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', contactId)
    .select(mainContactId('r').as('mainId'))
    .executeTakeFirst()
  return contact === undefined || contact.mainId === mainId
}
