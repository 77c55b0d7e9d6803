import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import {
  type AnsweredVisit,
  type ClientContext,
  chooseTime,
  createVisit,
  readVisit,
  statusAfterMove,
  takeAnswer,
  unlessRefused,
} from './booking-history.ts'
import { query } from './kills.ts'
import { createVisitorCalls } from './owner.ts'

const { bookingPages } = contract

const CODE_WITHIN_MS = 15_000
/** All visitors come from one address. */
const LIMITED = ['TooManyAttempts'] as const

/** Visitors of the booking page, without a login. */
export function createVisitors(context: ClientContext) {
  const { system, business, history, random, newPhone, pickDay } = context
  const { chance } = random
  const { locationID, slug } = business
  const anyone = createVisitorCalls(system)
  const tokens = new Map<string, string>()

  /** The newest code that reached a phone; null: none did. Its text may be lost with the server that sent it. */
  async function readCode(phone: string): Promise<string | null> {
    const startedAt = performance.now()
    while (performance.now() - startedAt < CODE_WITHIN_MS) {
      const text = system.carrier.arrivals.findLast(({ to, body }) => to === phone && CODE.test(body))
      if (text) return CODE.exec(text.body)?.[1] ?? null
      await pause(100)
    }
    return null
  }

  /** Books a visit of one service; some visitors change their mind, or just leave. */
  async function book(): Promise<AnsweredVisit | null> {
    const items = [...(random.pick(business.visits.filter(({ length }) => length === 1)) ?? [])]
    const days = await anyone(bookingPages.slots, { slug, locationID, items, from: pickDay(), days: 1 })
    const startsOnUtc = chooseTime(context, days, LIMITED)
    if (startsOnUtc === undefined) return null
    const clientBookingId = crypto.randomUUID()
    const phone = newPhone()
    const held = { slug, clientBookingId }
    history.requests.set(clientBookingId, false)
    const hold = await anyone(bookingPages.hold, { ...held, locationID, items, startsOnUtc })
    if (!unlessRefused(context, 'holding', hold, ['SlotTaken', ...LIMITED])) return null
    if (chance(0.1)) {
      await anyone(bookingPages.release, held)
      return null
    }
    if (chance(0.1)) return null
    const person = { phone, country: 'US', name: 'Maya Chen' }
    const sent = await anyone(bookingPages.sendCode, { ...held, ...person })
    if (!unlessRefused(context, 'asking for a code', sent, ['HoldExpired', ...LIMITED])) return null
    const code = await readCode(phone)
    if (code === null) return null
    const refusals = ['SlotTaken', 'HoldExpired', 'ProofExpired', 'WrongProofCode', ...LIMITED] as const
    const answers = await Promise.all(
      Array.from({ length: chance(0.2) ? 2 : 1 }, () => anyone(bookingPages.book, { ...held, code })),
    )
    const [booked] = answers.flatMap((answer) => unlessRefused(context, 'booking', answer, refusals)?.data ?? [])
    if (!booked) return null
    history.requests.set(clientBookingId, true)
    const [row] = await query<{ id: string }>(system, 'select id from bookings where client_booking_id = $1', [
      clientBookingId,
    ])
    if (!row || booked.token === null) {
      history.violations.push(`lost: the booking ${clientBookingId} is not stored, or has no link`)
      return null
    }
    tokens.set(row.id, booked.token)
    return createVisit(context, { id: row.id, phone, items, ...booked.visit })
  }

  async function move(visit: AnsweredVisit): Promise<void> {
    const token = tokens.get(visit.id) ?? ''
    const days = await anyone(bookingPages.visitSlots, { token, from: pickDay(), days: 1 })
    const startsOnUtc = chooseTime(context, days, LIMITED)
    if (startsOnUtc === undefined) return
    const moved = await takeAnswer(context, visit, 'moving on the page', {
      result: await anyone(bookingPages.reschedule, { token, version: visit.version, startsOnUtc }),
      refusals: ['SlotTaken', ...LIMITED],
      wanted: { startsOnUtc, status: statusAfterMove(visit) },
    })
    if (moved) visit.texts.rescheduled += 1
  }

  async function cancel(visit: AnsweredVisit): Promise<void> {
    const token = tokens.get(visit.id) ?? ''
    const cancelled = await takeAnswer(context, visit, 'cancelling on the page', {
      result: await anyone(bookingPages.cancel, { token, version: visit.version }),
      refusals: LIMITED,
      wanted: { startsOnUtc: visit.startsOnUtc, status: 'cancelled' },
    })
    if (cancelled) visit.texts.cancelled += 1
  }

  /** Checks that the page of a visit shows what is stored. */
  async function checkPage(visit: AnsweredVisit): Promise<void> {
    const shown = await anyone(bookingPages.getVisit, { token: tokens.get(visit.id) ?? '' })
    const page = unlessRefused(context, 'reading a visit', shown, [])?.data
    const stored = await readVisit(context, visit.id)
    if (page && page.version !== stored.version)
      history.violations.push(`the page of ${visit.id} shows another version`)
  }

  return { book, move, cancel, checkPage }
}

const CODE = /^(\d{6}) is your code/
