import type { Booking, contract } from '@frontdesk/contract/api'
import { HOLD_MINUTES } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readInstant } from '../../platform/paging.ts'
import { findLocation } from '../locations/index.ts'
import { announceBooking } from './announce-booking.ts'
import { type BookingAuthor, byTeammate } from './author.ts'
import type { AskedItem } from './availability/load-visit.ts'
import { chooseContact } from './choose-contact.ts'
import type { BookingDeps } from './deps.ts'
import { expireHoldSpec } from './expire-spec.ts'
import { getBooking } from './queries.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import { planFirstReminders } from './reminders.ts'
import type { BookingRow } from './rows.ts'
import { findItems } from './select-bookings.ts'
import { findSeries } from './series.ts'
import { insertBooking, placeVisit, replaceItems, timesOf, updateBooking, usedOverrides } from './write-booking.ts'

type Inputs = InferContractRouterInputs<typeof contract>['bookings']
type Output = InferContractRouterOutputs<typeof contract>['bookings']['create']['data']
/** As parsed, with defaults. */
export type HoldRequest = Omit<Inputs['hold'], 'items' | 'overrides'> & {
  items: AskedItem[]
  overrides: NonNullable<Inputs['hold']['overrides']>
}
type CreateRequest = HoldRequest &
  Pick<Inputs['create'], 'contactID' | 'repeats'> & {
    contact?: { name: string; phone: string } | undefined
    note: string
    answers: { question: string; answer: string }[]
    tellsContact: boolean
  }

/** Holds a time while someone decides. A repeated request returns the hold, or what became of it. */
export async function holdTime(tx: TenantTx, actor: Actor, request: HoldRequest): Promise<Booking> {
  const author = byTeammate(actor)
  const location = await accessLocation(tx, actor, request.locationID)
  const repeated = await findByClientId(tx, request)
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
  const start = Date.parse(readInstant(startsOnUtc, 'startsOnUtc'))
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

/** Books a visit, or what was held for it. A repeated request returns the booking that it made the first time. */
export async function createBooking(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  request: CreateRequest,
): Promise<Output> {
  const location = await accessLocation(tx, actor, request.locationID)
  const repeated = await findByClientId(tx, request)
  if (repeated?.status === 'expired') throw new AppError('HoldExpired')
  if (repeated && repeated.status !== 'held') return outputOf(tx, actor, repeated)
  const contactId = await chooseContact(tx, actor, request, location.id)
  const booked = repeated
    ? await bookHeld(tx, byTeammate(actor), repeated, { ...request, contactId, status: 'booked' })
    : await bookSeries(tx, actor, { request, contactId, location })
  const { id } = booked
  const { tellsContact } = request
  const announced = await announceBooking(deps, tx, byTeammate(actor), { id, state: 'booked', tellsContact })
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

/** Books what is held: compared and set under the lock of its row, so that it cannot run out in between. */
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
  }: Pick<CreateRequest, 'overrides' | 'items' | 'note' | 'answers'> & {
    contactId: string
    status: 'booked' | 'requested'
    /** Until when the contact gets back what they paid for it. */
    refundUntil?: string | null
    /** The hold has ended, but its time may still be free. */
    isOver?: boolean
  },
): Promise<BookingRow> {
  if (!isOver && !isHeld(tx, held)) throw new AppError('HoldExpired')
  const location = { id: held.locationId, timeZone: held.timeZone }
  const start = Date.parse(held.startsAt)
  const placement = await placeVisit(
    tx,
    author,
    { location, items, contactId, bookingId: held.id },
    // It was in time when it was held.
    { start, ignored: [...chosen, 'past', 'notice'] },
  )
  const { placed } = placement
  const overrides = usedOverrides(chosen, placement)
  await replaceItems(tx, held.id, placement, { overrides })
  await updateBooking(tx, held.id, {
    ...timesOf(placed, location.timeZone),
    ...{ status, heldUntil: null, contactId, note, answers: JSON.stringify(answers), overrides, refundUntil },
    ...(isOver && { endedAt: null }),
  })
  await recordBookingChanged(tx, held, { change: status, by: author })
  return { ...held, contactId, status }
}

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
  const first = Temporal.Instant.from(readInstant(request.startsOnUtc, 'startsOnUtc'))
  const seriesId = repeats ? newId() : null
  const ids: string[] = []
  for (let index = 0; index < (repeats?.count ?? 1); index++) {
    const start = first
      .toZonedDateTimeISO(location.timeZone)
      .add({ weeks: index * (repeats?.everyWeeks ?? 0) }).epochMilliseconds
    const id = newId()
    const placement = await placeVisit(tx, author, { location, items, contactId }, { start, ignored: chosen })
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
  return { id: ids[0] ?? '', seriesId, locationId: location.id }
}

async function accessLocation(tx: TenantTx, actor: Actor, id: string) {
  const location = await findLocation(tx, actor, id)
  if (!location) throw new AppError('LocationNotFound')
  return location
}

/** Whether a request with this id has been carried out. */
export const isKnown = async (tx: TenantTx, clientBookingId: string): Promise<boolean> =>
  (await tx
    .selectFrom('bookings')
    .where('tenantId', '=', tx.tenantId)
    .where('clientBookingId', '=', clientBookingId)
    .select('id')
    .executeTakeFirst()) !== undefined

/** The booking of a repeated request, locked. One of another visit has used the id by mistake. */
export async function findByClientId(
  tx: TenantTx,
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
  const services = (await findItems(tx, [row.id])).map(({ serviceId }) => serviceId)
  const isSame =
    row.locationId === locationID &&
    // One that was moved since is still the booking of this request.
    (row.version > 1 || Date.parse(row.startsAt) === Date.parse(startsOnUtc)) &&
    services.join() === items.map(({ serviceID }) => serviceID).join()
  if (!isSame) throw new AppError('ClientBookingIdReused')
  return row
}
