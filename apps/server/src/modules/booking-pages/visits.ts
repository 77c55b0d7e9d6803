import type { PageVisit } from '@frontdesk/contract/api'
import { isHolding } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { invalidInput } from '../../platform/paging.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { describePagePayment } from '../booking-payments/index.ts'
import { findResources } from '../booking-resources/index.ts'
import { settleOnPage } from '../booking-texts/index.ts'
import {
  type Arrival,
  arriveByContact,
  type BookingRow,
  BY_PAGE,
  canArrive,
  cancelForPage,
  findBookingItems,
  findDelay,
  lockVisit,
  moveForPage,
  readStart,
  readVisitToken,
} from '../bookings/index.ts'
import { findBusinessName } from '../messages/index.ts'
import type { BookingPageDeps } from './deps.ts'
import { needsApproval } from './needs-approval.ts'
import { findPlace } from './page.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How long after a visit its link works. */
const LINK_DAYS = 30

/** The visit of a link, as a transaction of its business. */
export function openVisit({ secrets }: BookingPageDeps, token: string): { tenantId: string; id: string } {
  const visit = readVisitToken(secrets.visitKey, token)
  if (!visit) throw new AppError('VisitLinkInvalid')
  return visit
}

/** Locks the visit of a link, as long as the link works. */
export async function lockOwnVisit(tx: TenantTx, id: string): Promise<BookingRow> {
  const row = await lockVisit(tx, id)
  if (!row || row.contactId === null || isAfter(tx.now(), shift(row.endsAt, LINK_DAYS * DAY_MS)))
    throw new AppError('VisitLinkInvalid')
  return row
}

/** A visit as its contact sees it. */
export async function describeVisit(
  deps: Pick<BookingPageDeps, 'paymentProvider'>,
  tx: TenantTx,
  row: BookingRow,
): Promise<PageVisit> {
  const items = await findBookingItems(tx, [row.id])
  const resources = await findResources(tx, [...new Set(items.flatMap(({ resourceIds }) => resourceIds))])
  const { page } = await readBookingConfigs(tx)
  const place = await findPlace(tx, row.locationId)
  const delayMinutes = await delayToday(tx, row)
  return {
    businessName: await findBusinessName(tx),
    color: page.color,
    languages: page.languages,
    status: row.status,
    startsOnUtc: row.startsAt,
    endsOnUtc: row.endsAt,
    timeZone: row.timeZone,
    serviceNames: items.map(({ serviceName }) => serviceName),
    teammateNames: page.offersTeammates ? resources.flatMap(({ kind, name }) => (kind === 'teammate' ? name : [])) : [],
    location: {
      name: place.name,
      address: place.formattedAddress ?? '',
      phone: place.locationPhoneNumber ?? place.phoneNumber ?? '',
    },
    heldUntilUtc: row.heldUntil,
    payment: await describePagePayment(deps, tx, row),
    canChange: canChange(tx, row, page.cutOffMinutes),
    canArrive: canArrive(tx, row, delayMinutes),
    onTheWayOnUtc: row.onTheWayAt,
    lateMinutes: row.lateMinutes,
    delayMinutes,
    arrivedOnUtc: row.arrivedAt,
    version: row.version,
  }
}

const canChange = (tx: TenantTx, { status, startsAt }: BookingRow, cutOffMinutes: number): boolean =>
  isHolding(status) && status !== 'arrived' && isAfter(startsAt, shift(tx.now(), cutOffMinutes * MINUTE_MS))

/** By how many minutes a visit that is near starts later than booked. */
const delayToday = async (tx: TenantTx, row: BookingRow): Promise<number> =>
  isAfter(row.startsAt, shift(tx.now(), DAY_MS)) || isAfter(tx.now(), shift(row.endsAt, DAY_MS))
    ? 0
    : findDelay(tx, row)

/** Locks a visit that its contact may still move or cancel. */
async function lockChangeable(deps: BookingPageDeps, tx: TenantTx, id: string, version: number): Promise<BookingRow> {
  const row = await lockOwnVisit(tx, id)
  if (row.version !== version) throw new AppError('ChangedMeanwhile', { present: await describeVisit(deps, tx, row) })
  const { page } = await readBookingConfigs(tx)
  if (!canChange(tx, row, page.cutOffMinutes)) throw new AppError('TooLateToChange')
  return row
}

export async function moveVisit(
  deps: BookingPageDeps,
  tx: TenantTx,
  { id, version, startsOnUtc }: { id: string; version: number; startsOnUtc: string },
): Promise<PageVisit> {
  const at = readStart(startsOnUtc)
  const row = await lockChangeable(deps, tx, id, version)
  await moveForPage(deps, tx, row, { at, needsApproval: await needsApproval(tx, row) })
  await settleOnPage(deps, tx, row, 'visit-time')
  return describeVisit(deps, tx, await lockOwnVisit(tx, id))
}

export async function cancelVisit(
  deps: BookingPageDeps,
  tx: TenantTx,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<PageVisit> {
  const row = await lockChangeable(deps, tx, id, version)
  await cancelForPage(deps, tx, row, reason)
  await settleOnPage(deps, tx, row, 'visit-time')
  return describeVisit(deps, tx, await lockOwnVisit(tx, id))
}

export async function arriveAtVisit(
  deps: BookingPageDeps,
  tx: TenantTx,
  { id, ...arrival }: { id: string } & Arrival,
): Promise<PageVisit> {
  if (arrival.arrival === 'late' && arrival.lateMinutes === null)
    throw invalidInput('lateMinutes', 'Say how many minutes late')
  const row = await lockOwnVisit(tx, id)
  if (!canArrive(tx, row, await delayToday(tx, row))) throw new AppError('BookingStatusWrong')
  await arriveByContact(deps, tx, BY_PAGE, row, arrival)
  await settleOnPage(deps, tx, row, 'delay')
  return describeVisit(deps, tx, await lockOwnVisit(tx, id))
}
