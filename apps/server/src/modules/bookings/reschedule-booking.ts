import type { Booking, MovedBooking } from '@frontdesk/contract/api'
import { type BookingStatus, isMovableStatus, OVERRIDABLE_RULES, type OverridableRule } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { findResources } from '../booking-resources/index.ts'
import { findServices } from '../booking-services/index.ts'
import { lockConversationsOf } from '../conversations/index.ts'
import { announceBooking, withdrawAnnouncements } from './announce-booking.ts'
import { type BookingAuthor, byTeammate } from './author.ts'
import type { RequestedItem } from './availability/load-visit.ts'
import type { Placement } from './availability/rules.ts'
import type { BookingDeps } from './deps.ts'
import { getBooking, lockBooking } from './queries.ts'
import { readStart } from './read-start.ts'
import { recordBookingChanged } from './record-booking-changed.ts'
import { deadlinesAfterMove } from './refund-deadline.ts'
import { planReminders } from './reminders.ts'
import type { BookingRow, ItemRow } from './rows.ts'
import { findItems } from './select-bookings.ts'
import { changeEach, lockInScope, type Scope } from './series.ts'
import { placeVisit, replaceItems, timesOf, updateBooking, usedOverrides } from './write-booking.ts'

interface Changes {
  durationMinutes?: number | undefined
  resourceIDs?: string[] | undefined
}

interface Request extends Changes {
  id: string
  version: number
  startsOnUtc: string
  scope: Scope
  overrides: OverridableRule[]
  tellsContact: boolean
}

/** Moves a booking, or the part of its series that the scope selects, by the same wall time; all of them or none. */
export async function rescheduleBooking(
  deps: BookingDeps,
  tx: TenantTx,
  actor: Actor,
  request: Request,
): Promise<Booking & { moved: MovedBooking[] }> {
  const { id, version, overrides, scope } = request
  const row = await lockBooking(tx, actor, { id, version })
  if (!isMovableStatus(row.status)) throw new AppError('BookingStatusWrong')
  const start = Temporal.Instant.fromEpochMilliseconds(readStart(request.startsOnUtc))
  const moved = wallTime(row).until(start.toZonedDateTimeISO(row.timeZone).toPlainDateTime())
  const rows = await lockInScope(tx, actor, row, scope)
  const items = await findItems(
    tx,
    rows.map((each) => each.id),
  )
  // Later ones first when it moves forward, so that a series does not get in its own way.
  const visits = (moved.sign > 0 ? rows.toReversed() : rows).map((each) => {
    const isChosen = each.id === id
    const at = (isChosen ? start : wallTime(each).add(moved).toZonedDateTime(each.timeZone).toInstant())
      .epochMilliseconds
    const tellsContact = request.tellsContact && isChosen
    const run = () => moveLocked(deps, tx, byTeammate(actor), each, { ...request, at, overrides, tellsContact })
    return { start: at, isChosen, run }
  })
  await changeEach(
    visits,
    rows.map((each) => each.id),
  )
  return { ...(await getBooking(tx, actor, id)), moved: rows.map((each) => toMoved(each, items)) }
}

/** The state of a booking before it is moved, to undo the move. */
function toMoved(row: BookingRow, allItems: readonly ItemRow[]): MovedBooking {
  const [item, ...others] = allItems.filter(({ bookingId }) => bookingId === row.id)
  const { id, version, startsAt, status, lateMinutes, onTheWayAt } = row
  if (!isMovableStatus(status)) throw new Error('Moved a hold or a booking that had ended.')
  return {
    ...{ id, version: version + 1, startsOnUtc: startsAt, status, lateMinutes, isOnTheWay: onTheWayAt !== null },
    ...(item && others.length === 0 && { durationMinutes: minutesOf(item), resourceIDs: item.resourceIds }),
  }
}

/** Moves one locked booking. */
export async function moveLocked(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  row: BookingRow,
  {
    at,
    overrides: chosen,
    tellsContact,
    needsApproval = false,
    before,
    ...changes
  }: {
    at: number
    overrides: OverridableRule[]
    tellsContact: boolean
    needsApproval?: boolean
    /** The state to restore when a move is undone. */
    before?: Pick<MovedBooking, 'status' | 'isOnTheWay' | 'lateMinutes'>
  } & Changes,
): Promise<void> {
  const { id, contactId, timeZone, startsAt: previousStartsAt } = row
  const location = { id: row.locationId, timeZone }
  const request = { location, items: await itemsOfVisit(tx, row, changes), contactId, bookingId: id }
  const placement = await placeVisit(tx, author, request, {
    start: at,
    // A service that was archived since keeps its bookings.
    ignored: [...chosen, 'archived'],
  })
  const { placed } = placement
  const overrides = usedOverrides(chosen, placement)
  await replaceItems(tx, id, placement, { overrides })
  await updateBooking(tx, id, {
    ...timesOf(placed, timeZone),
    overrides,
    onTheWayAt: before?.isOnTheWay ? tx.now() : null,
    lateMinutes: before?.lateMinutes ?? null,
    reportedDelayMinutes: null,
    arrivedAt: before?.status === 'arrived' ? tx.now() : null,
    status: needsApproval ? 'requested' : (before?.status ?? statusAfterMove(row)),
    ...deadlinesAfterMove(tx, author, row, { at, isUndo: before !== undefined }),
  })
  await recordBookingChanged(tx, row, { change: 'rescheduled', by: author, previousStartsAt })
  if (contactId !== null) await lockConversationsOf(tx, contactId)
  // With a text about the new time, those before it are history.
  if (!tellsContact) await withdrawAnnouncements(deps, tx, row)
  const state = needsApproval ? 'requested' : 'rescheduled'
  const announced = await announceBooking(deps, tx, author, { id, state, previousStartsAt, tellsContact })
  await planReminders(deps, tx, author.viewer, { id, announced, previous: row })
}

/** A confirmation applied to the previous time only. */
export const statusAfterMove = ({ status }: Pick<BookingRow, 'status'>): BookingStatus =>
  status === 'confirmed' || status === 'arrived' ? 'booked' : status

const wallTime = ({ localStartsAt }: BookingRow): Temporal.PlainDateTime => Temporal.PlainDateTime.from(localStartsAt)

/**
 * The items of a booking, to place it again. Leaves out archived resources that another one of the service can replace,
 * unless `keepsArchived`.
 */
export async function itemsOfVisit(
  tx: TenantTx,
  row: BookingRow,
  request: Changes = {},
  { keepsArchived = false } = {},
): Promise<RequestedItem[]> {
  const items = await findItems(tx, [row.id])
  const { durationMinutes, resourceIDs } = request
  const isSingle = items.length === 1
  if (!isSingle && (durationMinutes !== undefined || resourceIDs !== undefined))
    throw invalidInput('resourceIDs', 'A visit of several services keeps its lengths, teammates and rooms')
  const isReplaced = keepsArchived ? () => false : await findReplaced(tx, items)
  return Promise.all(
    items.map(async (item, index) => ({
      serviceID: item.serviceId,
      durationMinutes: durationMinutes ?? minutesOf(item),
      gapMinutes: gapBefore(items, index),
      resourceIDs: resourceIDs
        ? await replaceKinds(tx, item.resourceIds, resourceIDs)
        : item.resourceIds.filter((id) => !isReplaced(id, item)),
    })),
  )
}

/** Returns a test for archived resources whose service has another one of the same kind. */
async function findReplaced(
  tx: TenantTx,
  items: readonly ItemRow[],
): Promise<(id: string, item: Pick<ItemRow, 'serviceId'>) => boolean> {
  const serviceIds = [...new Set(items.flatMap(({ serviceId }) => serviceId ?? []))]
  const services = new Map((await findServices(tx, serviceIds)).map((service) => [service.id, service.resourceIds]))
  const ids = new Set([...items.flatMap((item) => item.resourceIds), ...[...services.values()].flat()])
  const resources = new Map((await findResources(tx, [...ids])).map((resource) => [resource.id, resource]))
  return (id, { serviceId }) => {
    const resource = resources.get(id)
    if (!resource || resource.archivedAt === null) return false
    const offered = (services.get(serviceId ?? '') ?? []).map((each) => resources.get(each))
    return offered.some((each) => each?.archivedAt === null && each.kind === resource.kind)
  }
}

const minutesBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 60_000
export const minutesOf = ({ startsAt, endsAt }: ItemRow): number => minutesBetween(startsAt, endsAt)
const gapBefore = (items: readonly ItemRow[], index: number): number => {
  const [before, item] = [items[index - 1], items[index]]
  return before && item ? minutesBetween(before.endsAt, item.startsAt) : 0
}

/** The present resources, with those of the same kinds replaced. */
async function replaceKinds(tx: TenantTx, present: readonly string[], chosen: readonly string[]): Promise<string[]> {
  const resources = await findResources(tx, [...present, ...chosen])
  const kindOf = (id: string) => resources.find((resource) => resource.id === id)?.kind
  const replaced = new Set(chosen.map(kindOf))
  return [...chosen, ...present.filter((id) => !replaced.has(kindOf(id)))]
}

/** Chooses the same resources at the same time; fails only if they were taken since. */
export const placeAsBefore = async (tx: TenantTx, author: BookingAuthor, row: BookingRow): Promise<Placement[]> =>
  (
    await placeVisit(
      tx,
      author,
      {
        location: { id: row.locationId, timeZone: row.timeZone },
        items: await itemsOfVisit(tx, row, {}, { keepsArchived: true }),
        bookingId: row.id,
        contactId: row.contactId,
      },
      { start: Date.parse(row.startsAt), ignored: [...OVERRIDABLE_RULES, 'archived'] },
    )
  ).placed
