import type { Slot } from '@frontdesk/contract/api'
import { NEAREST_SLOTS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { loadVisit, type VisitRequest } from './load-visit.ts'
import { endOfVisit, freeStarts, place, type VisitRules } from './rules.ts'

const DAY_MS = 24 * 60 * 60_000
/** How far around a taken time other times are suggested. */
const NEAREST_WITHIN_MS = 7 * DAY_MS

/** The free times of a visit, in order. */
export async function findSlots(tx: TenantTx, request: VisitRequest): Promise<Slot[]> {
  const visit = await loadVisit(tx, { ...request, isOnlyFree: true })
  return [...freeStarts(visit, request.starts)].map((start) => toSlot(visit, start))
}

/** Throws unless the services, teammates and rooms of a visit are there. */
export async function assertVisit(
  tx: TenantTx,
  location: VisitRequest['location'],
  items: VisitRequest['items'],
): Promise<void> {
  const now = Date.parse(tx.now())
  await loadVisit(tx, { viewer: null, location, items, starts: { from: now, until: now + 1 } })
}

function toSlot(visit: VisitRules, start: number): Slot {
  const isGroup = visit.items.some(({ seats }) => seats > 1)
  const placed = isGroup ? place(visit, start) : null
  return {
    startsOnUtc: new Date(start).toISOString(),
    endsOnUtc: new Date(endOfVisit(visit, start)).toISOString(),
    seatsLeft: placed && Math.min(...placed.map(({ item, seatsTaken }) => item.seats - seatsTaken)),
  }
}

/** The free times nearest to one that is taken, in order: up to a few before it, and a few after. */
export async function findNearest(tx: TenantTx, request: Omit<VisitRequest, 'starts'>, start: number): Promise<Slot[]> {
  const starts = { from: start - NEAREST_WITHIN_MS, until: start + NEAREST_WITHIN_MS }
  const slots = await findSlots(tx, { ...request, starts })
  const first = slots.findIndex(({ startsOnUtc }) => Date.parse(startsOnUtc) >= start)
  const after = first === -1 ? slots.length : first
  return slots.slice(Math.max(0, after - NEAREST_SLOTS), after + NEAREST_SLOTS)
}
