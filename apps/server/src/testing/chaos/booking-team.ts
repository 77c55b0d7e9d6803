import { setTimeout as pause } from 'node:timers/promises'
import { contract, type MovedBooking } from '@frontdesk/contract/api'
import { ApiFailure } from '../client.ts'
import {
  type AnsweredVisit,
  adopt,
  type ClientContext,
  chooseTime,
  createVisit,
  readVisit,
  statusAfterMove,
  takeAnswer,
  unlessRefused,
} from './booking-history.ts'

const { availability, bookings } = contract

const DECIDES_WITHIN_MS = 1_500

/** Teammates who manage visits. */
export function createTeam(context: ClientContext) {
  const { business, history, random, newPhone, pickDay } = context
  const { chance } = random
  const { call, locationID } = business

  async function pickTime(items: AnsweredVisit['items'], bookingID?: string): Promise<string | undefined> {
    const request = { locationID, items: [...items], from: pickDay(), days: 1, ...(bookingID && { bookingID }) }
    return chooseTime(context, await call(availability.slots, request))
  }

  /** Books a visit, some at first held, some requested twice at once. */
  async function book(): Promise<AnsweredVisit | null> {
    const items = random.pick(business.visits) ?? []
    const startsOnUtc = await pickTime(items)
    if (startsOnUtc === undefined) return null
    const visit = { clientBookingId: crypto.randomUUID(), locationID, items: [...items], startsOnUtc }
    const phone = newPhone()
    history.requests.set(visit.clientBookingId, false)
    if (chance(0.3)) {
      const held = unlessRefused(context, 'holding', await call(bookings.hold, visit), ['SlotTaken'])
      if (!held || chance(0.2)) return null
      await pause(random.between(0, DECIDES_WITHIN_MS))
    }
    const send = () => call(bookings.create, { ...visit, contact: { name: 'Maya Chen', phone }, tellsContact: true })
    const answers = await Promise.all(chance(0.2) ? [send(), send()] : [send()])
    const booked = answers.flatMap(
      (answer) => unlessRefused(context, 'booking', answer, ['SlotTaken', 'HoldExpired'])?.data.booking ?? [],
    )
    const [booking] = booked
    if (!booking) return null
    if (booked.some(({ id }) => id !== booking.id))
      history.violations.push(`duplicated: ${visit.clientBookingId} made two bookings`)
    history.requests.set(visit.clientBookingId, true)
    return createVisit(context, { ...booking, phone, items })
  }

  /** Moves a visit, and sometimes back. */
  async function move(visit: AnsweredVisit): Promise<void> {
    const startsOnUtc = await pickTime(visit.items, visit.id)
    if (startsOnUtc === undefined) return
    const { id, version } = visit
    const before = { startsOnUtc: visit.startsOnUtc, status: statusAfterMove(visit) }
    const answer = await takeAnswer(context, visit, 'moving', {
      result: await call(bookings.reschedule, { id, version, startsOnUtc, tellsContact: true }),
      refusals: ['SlotTaken'],
      wanted: { ...before, startsOnUtc },
    })
    if (!answer) return
    visit.texts.rescheduled += 1
    if (answer.data && chance(0.3)) await undo(visit, answer.data.moved, before.startsOnUtc)
  }

  /** Undoes a move. After a lost response it is refused as changed. */
  async function undo(visit: AnsweredVisit, moved: MovedBooking[], startsOnUtc: string): Promise<void> {
    const result = await call(bookings.undoReschedule, { id: visit.id, moved, tellsContact: true })
    if (result instanceof ApiFailure) unlessRefused(context, 'undoing a move', result, ['MoveNotUndoable'])
    const state = result instanceof ApiFailure ? await readVisit(context, visit.id) : result.data
    if (state.version === visit.version) return
    if (Date.parse(state.startsOnUtc) !== Date.parse(startsOnUtc))
      history.violations.push(`the visit ${visit.id} was moved back to ${state.startsOnUtc}, not ${startsOnUtc}`)
    visit.texts.rescheduled += 1
    adopt(visit, state)
  }

  /** Cancels a visit, and sometimes restores it. */
  async function cancel(visit: AnsweredVisit): Promise<void> {
    const { id, version, startsOnUtc } = visit
    const cancelled = await takeAnswer(context, visit, 'cancelling', {
      result: await call(bookings.cancel, { id, version, tellsContact: true }),
      refusals: [],
      wanted: { startsOnUtc, status: 'cancelled' },
    })
    if (!cancelled) return
    visit.texts.cancelled += 1
    if (!chance(0.2)) return
    const restored = await takeAnswer(context, visit, 'restoring', {
      result: await call(bookings.updateStatus, { id, version: visit.version, status: 'booked', tellsContact: true }),
      refusals: ['SlotTaken'],
      wanted: { startsOnUtc, status: 'booked' },
    })
    if (restored) visit.texts.booked += 1
  }

  async function confirm(visit: AnsweredVisit): Promise<void> {
    const { id, version, startsOnUtc } = visit
    if (visit.status !== 'booked') return
    await takeAnswer(context, visit, 'confirming', {
      result: await call(bookings.updateStatus, { id, version, status: 'confirmed' }),
      refusals: [],
      wanted: { startsOnUtc, status: 'confirmed' },
    })
  }

  return { book, move, cancel, confirm, pickTime }
}
