import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import {
  closeOffer,
  findAnsweredText,
  findShownTimes,
  hasTeammateWritten,
  isOfferedTo,
  leaveEndedToTeam,
  lockLatestOffer,
  lockMovable,
  lockOfferElsewhere,
  type OfferDeps,
  type OfferReason,
  type OfferRow,
  openOffer,
  recordAnswered,
  recordUnmatchedReply,
  showOtherTimes,
  takeTime,
  writeOffer,
} from '../booking-offers/index.ts'
import { findOpenPayment } from '../booking-payments/index.ts'
import { BY_TEXT, findVisit } from '../bookings/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import type { VisitText } from '../messaging/index.ts'
import { announcePayment } from '../payment-documents/index.ts'
import { findLatestOutgoing } from '../threads/index.ts'
import type { Inbound } from './inbound.ts'
import { offerRequestedTimes } from './offer-requested-times.ts'
import {
  questionOf,
  type Reply,
  reply,
  replyAbout,
  replyBooked,
  replyToPay,
  replyWithPage,
  TIME_OPEN,
  TIME_SETTLED,
} from './reply.ts'
import type { RequestedTimeQuestion } from './requested-time/requested-time.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long a number may still be meant for an offer that ended. */
const ENDED_DAYS = 3
/** How long a yes may still be meant for a time that was offered to the waitlist. */
const LATE_YES_MS = 60 * 60_000
/** After as many texts that choose nothing, the conversation is left to the team. */
const UNMATCHED_REPLIES_MAX = 2

/** Applies a text to the times that are offered in its conversation; null if it is not about them. */
export async function answerOffer(
  deps: OfferDeps,
  tx: TenantTx,
  inbound: Inbound,
  text: VisitText | null,
): Promise<Reply | null> {
  const { conversation, message } = inbound
  const offer = await findMeantOffer(tx, inbound, text)
  if (!offer) return null
  if (!(await isOfferedTo(tx, offer, conversation.contactId)))
    // In a merged conversation it may be another contact to whom times are offered.
    return conversation.merged ? null : leaveToTeam(tx, conversation, offer)
  if (offer.answeredMessageId === message.id) return 'answered'
  const answer = await answerLatest(deps, tx, inbound, offer, text)
  if (answer) await recordAnswered(tx, offer, message.id)
  return answer
}

/**
 * The latest offer in the conversation of a text. A number may also be for a later one that was texted to the same
 * contact in another conversation, if nothing else was texted in this one since.
 */
async function findMeantOffer(
  tx: TenantTx,
  { conversation, message }: Inbound,
  text: VisitText | null,
): Promise<OfferRow | undefined> {
  const offer = await lockLatestOffer(tx, conversation.id)
  if (text?.kind !== 'choose' || offer?.state === 'open' || conversation.isContactRestricted) return offer
  const elsewhere = await lockOfferElsewhere(tx, conversation)
  if (!elsewhere || (offer && isAfter(offer.shownAt, elsewhere.shownAt))) return offer
  const latest = await findLatestOutgoing(tx, message)
  const isPast = latest !== undefined && isAfter(latest.createdAt, elsewhere.shownAt)
  return isPast && (await findAnsweredText(tx, elsewhere, message)) !== 'offer' ? offer : elsewhere
}

/** Ends an offer to a number that belongs to another contact since. */
async function leaveToTeam(tx: TenantTx, conversation: ConversationRow, offer: OfferRow): Promise<Reply | null> {
  if (offer.state !== 'open') return null
  await closeOffer(tx, offer, 'handed-over')
  return reply(conversation, 'handedOver')
}

async function answerLatest(
  deps: OfferDeps,
  tx: TenantTx,
  inbound: Inbound,
  offer: OfferRow,
  text: VisitText | null,
): Promise<Reply | null> {
  const { conversation, message } = inbound
  const answered = await findAnsweredText(tx, offer, message)
  // A yes may be meant for a reminder, or a number for a campaign. C keeps the visit that is to be moved in any case.
  if (answered === 'campaign') return null
  if (answered !== 'offer' && text?.kind === 'confirm' && offer.kind !== 'move') return null
  if (offer.state !== 'open') {
    const isMeant = text?.kind === 'choose' || (text?.kind === 'confirm' && isLateYes(offer, message))
    return isMeant ? answerEnded(deps, tx, inbound, offer) : null
  }
  if (await hasTeammateWritten(tx, offer, message.createdAt)) {
    await closeOffer(tx, offer, 'handed-over')
    return null
  }
  // Sent before these times were shown: a number may refer to the previous ones, anything else is ignored.
  const isEarlier = isAfter(offer.shownAt, message.createdAt)
  if (isEarlier && text?.kind !== 'choose') return null
  const isExpired = isAfter(message.createdAt, offer.heldUntil)
  if (isExpired) await closeOffer(tx, offer, 'expired')
  switch (text?.kind) {
    case 'choose':
      if (isExpired) return offerAgain(deps, tx, inbound, offer, 'expired')
      if (isEarlier) return show(tx, conversation, offer, 'changed')
      return text.number === 0 ? showMore(deps, tx, inbound, offer) : take(deps, tx, inbound, offer, text.number)
    case 'confirm':
      if (isExpired) return offer.kind === 'waitlist' ? offerAgain(deps, tx, inbound, offer, 'expired') : null
      if (offer.kind !== 'move') return takeOnly(deps, tx, inbound, offer)
      // The visit stays at its time, which is confirmed like at any other time.
      await closeOffer(tx, offer, 'declined')
      return null
    case 'change':
      if (isExpired || offer.kind === 'waitlist') return null
      return text.hasRequest ? answerWords(deps, tx, inbound, offer) : showMore(deps, tx, inbound, offer)
    case 'decline':
      if (!isExpired) await closeOffer(tx, offer, 'declined')
      return offer.movesBookingId === null
        ? reply(conversation, 'declined')
        : replyAbout(deps, tx, offer.movesBookingId, 'kept')
    case undefined:
      return isExpired || message.body.trim() === '' ? null : answerWords(deps, tx, inbound, offer)
    default:
      return null
  }
}

/** Whether a yes is too late for the only time of the waitlist, rather than about a visit. */
const isLateYes = ({ kind, state, endedAt }: OfferRow, { createdAt }: Inbound['message']): boolean =>
  kind === 'waitlist' && state !== 'accepted' && endedAt !== null && isAfter(shift(endedAt, LATE_YES_MS), createdAt)

/** Books the time with a number. */
async function take(
  deps: OfferDeps,
  tx: TenantTx,
  inbound: Inbound,
  offer: OfferRow,
  number: number,
): Promise<Reply | null> {
  const { conversation } = inbound
  const taken = await takeTime(deps, tx, conversation, offer, number)
  if (taken.result === 'unknown') return misunderstand(tx, conversation, offer)
  if (taken.result === 'unpaid') {
    await announcePayment(deps, tx, BY_TEXT, taken.payment.document, { kind: 'sent' })
    return replyToPay(deps, tx, inbound, taken)
  }
  if (taken.result !== 'gone') return replyBooked(deps, tx, taken)
  await closeOffer(tx, offer, 'expired')
  return offerAgain(deps, tx, inbound, offer, 'taken')
}

/** Books the time if the offer has only one; a yes to several is ambiguous. */
const takeOnly = async (deps: OfferDeps, tx: TenantTx, inbound: Inbound, offer: OfferRow): Promise<Reply | null> =>
  (await findShownTimes(tx, offer)).length === 1
    ? take(deps, tx, inbound, offer, 1)
    : misunderstand(tx, inbound.conversation, offer)

/** Answers a number that is sent after its offer ended. Never books: the contact may be looking at other times. */
async function answerEnded(deps: OfferDeps, tx: TenantTx, inbound: Inbound, offer: OfferRow): Promise<Reply | null> {
  const { message } = inbound
  // The team answers in a conversation that was left to it.
  const endedAt = offer.endedAt ?? offer.createdAt
  if (offer.state === 'handed-over' || isAfter(message.createdAt, shift(endedAt, ENDED_DAYS * DAY_MS))) return null
  if (await hasTeammateWritten(tx, offer, message.createdAt)) return null
  if (offer.state === 'accepted' && offer.bookingId !== null) {
    const booking = await findVisit(tx, offer.bookingId)
    const payment = booking?.status === 'held' ? await findOpenPayment(tx, booking.id) : undefined
    if (booking && payment) return replyToPay(deps, tx, inbound, { booking, payment })
    return replyAbout(deps, tx, offer.bookingId, 'isBooked')
  }
  return offerAgain(deps, tx, inbound, offer, 'expired')
}

/**
 * Offers new times for the same services, after those of an offer that ended; the page of a visit that stays at its
 * time.
 */
async function offerAgain(
  deps: OfferDeps,
  tx: TenantTx,
  { conversation, message }: Inbound,
  ended: OfferRow,
  reason: OfferReason,
): Promise<Reply | null> {
  const { kind, locationId, items, movesBookingId, createdByUserId, holdMinutes } = ended
  // The next time that becomes free is offered to the next person on the waitlist.
  if (kind === 'waitlist') return replyNothingFree(deps, tx, conversation, ended)
  if (movesBookingId !== null && !(await lockMovable(tx, movesBookingId)))
    return replyAbout(deps, tx, movesBookingId, 'change')
  const offer = await openOffer(tx, conversation, {
    ...{ id: newId(), kind, locationId, items, movesBookingId, minutes: holdMinutes, byUserId: createdByUserId },
  })
  if (!offer) return replyNothingFree(deps, tx, conversation, ended)
  // Its text is the reply to this one.
  await recordAnswered(tx, offer, message.id)
  return show(tx, conversation, offer, reason)
}

/** Replies that the team will reply, so that the contact waits for it whatever else they text about a visit. */
async function replyNothingFree(
  deps: OfferDeps,
  tx: TenantTx,
  conversation: ConversationRow,
  ended: OfferRow,
): Promise<Reply> {
  await leaveEndedToTeam(tx, ended)
  return replyWithPage(deps, tx, conversation, 'nothingFree')
}

/** Ends an offer to move a visit that stays at its time by now, and replies with its page; null if it can be moved. */
async function endIfTooLate(deps: OfferDeps, tx: TenantTx, offer: OfferRow): Promise<Reply | null> {
  const { movesBookingId } = offer
  if (movesBookingId === null || (await lockMovable(tx, movesBookingId))) return null
  await closeOffer(tx, offer, 'expired')
  return replyAbout(deps, tx, movesBookingId, 'change')
}

/** Shows the next times, or lets someone else have the only one. */
async function showMore(
  deps: OfferDeps,
  tx: TenantTx,
  { conversation }: Inbound,
  offer: OfferRow,
): Promise<Reply | null> {
  if (offer.kind === 'waitlist') {
    await closeOffer(tx, offer, 'declined')
    return reply(conversation, 'declined')
  }
  const tooLate = await endIfTooLate(deps, tx, offer)
  if (tooLate) return tooLate
  const next = await showOtherTimes(tx, conversation, offer)
  return next ? show(tx, conversation, next, 'more') : reply(conversation, 'noOtherTimes')
}

/** Offers the times nearest to those that a text names, or asks about the missing part. */
async function answerWords(deps: OfferDeps, tx: TenantTx, inbound: Inbound, offer: OfferRow): Promise<Reply | null> {
  const { conversation } = inbound
  const tooLate = await endIfTooLate(deps, tx, offer)
  if (tooLate) return tooLate
  // A waitlist offer has one fixed time, so texts are not parsed for others.
  const answer = offer.kind === 'waitlist' ? null : await offerRequestedTimes(tx, inbound, offer)
  if (answer === null || answer.result === 'unclear') return misunderstand(tx, conversation, offer, answer?.question)
  if (answer.result === 'none') return reply(conversation, 'noOtherTimes')
  return show(tx, conversation, answer.offer, answer.result)
}

/** Asks once for a number or for what a text leaves open, then leaves the conversation to the team. */
async function misunderstand(
  tx: TenantTx,
  conversation: ConversationRow,
  offer: OfferRow,
  question: RequestedTimeQuestion | 'number' = 'number',
): Promise<Reply> {
  await recordUnmatchedReply(tx, offer)
  if (offer.unmatchedReplies + 1 < UNMATCHED_REPLIES_MAX)
    return { body: questionOf(conversation, question), outcome: TIME_OPEN }
  await closeOffer(tx, offer, 'handed-over')
  return reply(conversation, 'handedOver')
}

const show = async (
  tx: TenantTx,
  conversation: ConversationRow,
  offer: OfferRow,
  reason: OfferReason,
): Promise<Reply> => ({ body: await writeOffer(tx, offer, { conversation, reason }), outcome: TIME_SETTLED })
