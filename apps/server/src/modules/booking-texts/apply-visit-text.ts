import { HOLD_MINUTES } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { lockMovable, openOffer, recordAnswered, recordUnmatchedReply, writeOffer } from '../booking-offers/index.ts'
import {
  answersBookingText,
  arriveByContact,
  type BookingDeps,
  type BookingRow,
  BY_TEXT,
  canArrive,
  confirmByContact,
  findDelay,
  itemsOfVisit,
  lockVisitsOfContact,
  reportDelay,
} from '../bookings/index.ts'
import type { VisitText } from '../messaging/index.ts'
import type { Inbound } from './inbound.ts'
import { openRequestedOffer } from './offer-requested-times.ts'
import { questionOf, type Reply, replyAbout, replyToArrival, TIME_OPEN, TIME_SETTLED } from './reply.ts'

const DAY_MS = 24 * 60 * 60_000
/** How far ahead a visit may be for a text to be about it. */
const AHEAD_DAYS = 60
/** How late a visit can start that its contact may still arrive at after its booked end. */
const DELAY_MAX_MS = 6 * 60 * 60_000

/** Applies what a text says to the visits of its contact; null if it is about none of them. */
export async function applyVisitText(
  deps: BookingDeps,
  tx: TenantTx,
  inbound: Inbound,
  text: VisitText,
): Promise<Reply | null> {
  const { conversation, message } = inbound
  // Numbers are about offers, and there is none.
  if (text.kind === 'choose' || text.kind === 'decline') return null
  const now = tx.now()
  const until = shift(now, AHEAD_DAYS * DAY_MS)
  if (text.kind === 'confirm' || text.kind === 'change') {
    // A yes may answer a teammate, so the latest message has to be one about bookings.
    if (!(await answersBookingText(tx, message))) return null
    const visits = await lockVisitsOfContact(tx, conversation.contactId, { from: now, until })
    const next = visits.find(({ status, startsAt }) => status !== 'requested' && isAfter(startsAt, now))
    if (!next) return null
    if (text.kind === 'change')
      return offerToMove(deps, tx, inbound, { visit: next, hasRequest: text.hasRequest ?? false })
    return confirmDay(deps, tx, visits, next)
  }
  const visit = await findArriving(tx, conversation.contactId)
  if (!visit) return null
  const lateMinutes = text.kind === 'late' ? text.minutes : null
  if (text.kind === 'late' && lateMinutes === null) return replyAbout(deps, tx, visit.id, 'askMinutes')
  const delay = await reportDelay(tx, visit, lateMinutes)
  await arriveByContact(deps, tx, BY_TEXT, visit, { arrival: text.kind, lateMinutes })
  return replyToArrival(deps, tx, visit, { key: text.kind === 'on-the-way' ? 'onTheWay' : text.kind, delay })
}

/**
 * Locks the visit that a contact who is on the way, late or here is expected at: until it ends, however late it starts.
 */
async function findArriving(tx: TenantTx, contactId: string): Promise<BookingRow | null> {
  const now = tx.now()
  const period = { from: shift(now, -DELAY_MAX_MS), until: shift(now, DAY_MS) }
  for (const row of await lockVisitsOfContact(tx, contactId, period))
    if (canArrive(tx, row) || canArrive(tx, row, await findDelay(tx, row))) return row
  return null
}

/** Confirms the next visit and others of the same day, which one reminder covers. */
async function confirmDay(
  deps: BookingDeps,
  tx: TenantTx,
  visits: readonly BookingRow[],
  next: BookingRow,
): Promise<Reply | null> {
  const day = next.localStartsAt.slice(0, 10)
  for (const visit of visits)
    if (visit.status === 'booked' && visit.localStartsAt.startsWith(day) && isAfter(visit.startsAt, tx.now()))
      await confirmByContact(deps, tx, BY_TEXT, visit)
  return replyAbout(deps, tx, next.id, 'confirmed')
}

/**
 * Offers other times for a visit: those that the text asks for, if it does. Its page is enough when none is free, or
 * when it is too late to move it online.
 */
async function offerToMove(
  deps: BookingDeps,
  tx: TenantTx,
  inbound: Inbound,
  { visit, hasRequest }: { visit: BookingRow; hasRequest: boolean },
): Promise<Reply | null> {
  const { conversation, message } = inbound
  const { id, locationId } = visit
  const link = await replyAbout(deps, tx, id, 'change')
  if (link === null || link === 'answered' || !(await lockMovable(tx, id))) return link
  const newOffer = {
    ...{ id: newId(), kind: 'move' as const, locationId, items: await itemsOfVisit(tx, visit), movesBookingId: id },
    ...{ minutes: HOLD_MINUTES, byUserId: null },
  }
  const requested = hasRequest ? await openRequestedOffer(tx, inbound, newOffer) : null
  // A text that only seemed to name a time is left to the team.
  if (hasRequest && !requested) return null
  const isShown = requested?.result === 'requested' || requested?.result === 'nearest'
  const offer = isShown ? requested.offer : await openOffer(tx, conversation, newOffer)
  if (!offer) return link
  // Its text is the reply to this one.
  await recordAnswered(tx, offer, message.id)
  const times = await writeOffer(tx, offer, { conversation, reason: isShown ? requested.result : 'offer' })
  if (requested?.result !== 'unclear') return { body: `${times}\n${link.body}`, outcome: TIME_SETTLED }
  // The answer is read together with this text.
  await recordUnmatchedReply(tx, offer)
  return { body: `${questionOf(conversation, requested.question)}\n${times}`, outcome: TIME_OPEN }
}
