import type { StoredMessageOrigin } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH, pageLanguageOf } from '@frontdesk/contract/rules'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { type RequestedPayment, renderRequestText } from '../booking-payments/index.ts'
import {
  type BookingDeps,
  type BookingRow,
  formatVisitClock,
  renderForVisit,
  renderSettingForVisit,
} from '../bookings/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { replyId } from '../messages/index.ts'
import type { Inbound } from './inbound.ts'
import type { RequestedTimeQuestion } from './requested-time/requested-time.ts'
import { REPLIES, type WholeReplyKey } from './texts.ts'

/** The reply to a text about visits: a text, or nothing more, because it was answered before. */
export type Reply = 'answered' | { body: string; outcome: ReplyOutcome }

type ReplyOutcome = { leavesOpen: NonNullable<StoredMessageOrigin['leavesOpen']> } | { settles: 'visit-time' | 'delay' }

/**
 * After what was not understood or could not be done, the contact waits until a later reply settles it, or for the
 * team.
 */
export const TIME_OPEN: ReplyOutcome = { leavesOpen: 'visit-time' }
export const TIME_SETTLED: ReplyOutcome = { settles: 'visit-time' }
const DELAY_SETTLED: ReplyOutcome = { settles: 'delay' }
const LEFT_TO_TEAM: ReplyOutcome = { leavesOpen: 'team' }

const OUTCOMES: Record<WholeReplyKey, ReplyOutcome> = {
  confirmed: TIME_SETTLED,
  booked: TIME_SETTLED,
  moved: TIME_SETTLED,
  requested: TIME_SETTLED,
  isBooked: TIME_SETTLED,
  kept: TIME_SETTLED,
  declined: TIME_SETTLED,
  change: TIME_OPEN,
  noOtherTimes: TIME_OPEN,
  onTheWay: DELAY_SETTLED,
  late: DELAY_SETTLED,
  here: DELAY_SETTLED,
  askMinutes: { leavesOpen: 'delay' },
  nothingFree: LEFT_TO_TEAM,
  handedOver: LEFT_TO_TEAM,
}

/** A reply about one visit; null if its contact was deleted. */
export async function replyAbout(
  deps: BookingDeps,
  tx: TenantTx,
  bookingId: string,
  key: WholeReplyKey,
): Promise<Reply | null> {
  const body = await renderForVisit(deps, tx, bookingId, (language) => REPLIES[language][key])
  return body === null ? null : { body, outcome: OUTCOMES[key] }
}

const MINUTE_MS = 60_000

/** A reply to a contact who arrives, with the delay of their visit if they do not know it. */
export async function replyToArrival(
  deps: BookingDeps,
  tx: TenantTx,
  { id, startsAt, timeZone }: Pick<BookingRow, 'id' | 'startsAt' | 'timeZone'>,
  { key, delay }: { key: 'onTheWay' | 'late' | 'here'; delay: number | null },
): Promise<Reply | null> {
  const body = await renderForVisit(deps, tx, id, (language) => {
    const texts = REPLIES[language]
    if (delay === null) return texts[key]
    const expectedAt = shift(startsAt, delay * MINUTE_MS)
    return `${texts[key]} ${texts.runningLate(delay, formatVisitClock({ startsAt: expectedAt, timeZone, language }))}`
  })
  return body === null ? null : { body, outcome: DELAY_SETTLED }
}

const OWN_TEXTS = { booked: 'bookedText', moved: 'rescheduledText', requested: 'requestedText' } as const

/** The reply that a time is booked, in the words of the business if it has some. */
export async function replyBooked(
  deps: BookingDeps,
  tx: TenantTx,
  { result, bookingId }: { result: keyof typeof OWN_TEXTS; bookingId: string },
): Promise<Reply | null> {
  const template = (await readBookingConfigs(tx))[OWN_TEXTS[result]]
  if (template === '') return replyAbout(deps, tx, bookingId, result)
  const body = await renderSettingForVisit(deps, tx, bookingId, template)
  return body === null ? null : { body, outcome: OUTCOMES[result] }
}

/** The reply that the chosen time is held until it is paid, with the payment link. */
export async function replyToPay(
  deps: BookingDeps,
  tx: TenantTx,
  { conversation, message }: Inbound,
  { booking, payment }: { booking: BookingRow; payment: RequestedPayment },
): Promise<Reply> {
  const reference = { messageId: replyId(message.id), conversationId: conversation.id, createdBy: null }
  return { body: await renderRequestText(deps, tx, payment, { booking, ...reference }), outcome: TIME_SETTLED }
}

/** A reply that is about no visit. */
export const reply = ({ contactLanguage }: ConversationRow, key: WholeReplyKey): Reply => ({
  body: REPLIES[pageLanguageOf(contactLanguage)][key],
  outcome: OUTCOMES[key],
})

const QUESTIONS = { number: 'askNumber', day: 'askDay', time: 'askTime', 'half-of-day': 'askHalf' } as const

/** The question about a text that leaves something open or chooses nothing. */
export const questionOf = ({ contactLanguage }: ConversationRow, question: RequestedTimeQuestion | 'number'): string =>
  REPLIES[pageLanguageOf(contactLanguage)][QUESTIONS[question]]

/** The same with the address of the booking page, if there is one. */
export async function replyWithPage(
  { publicUrl }: BookingDeps,
  tx: TenantTx,
  { contactLanguage }: ConversationRow,
  key: WholeReplyKey,
): Promise<Reply> {
  const { page } = await readBookingConfigs(tx)
  const texts = REPLIES[pageLanguageOf(contactLanguage)]
  const link = page.isOnline ? ` ${texts.bookOnline} ${publicUrl()}${BOOKING_PAGE_PATH}${page.slug}` : ''
  return { body: texts[key] + link, outcome: OUTCOMES[key] }
}
