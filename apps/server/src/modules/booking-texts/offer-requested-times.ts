import { OFFER_DAYS, pageLanguageOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import {
  findShownTimes,
  type NewOffer,
  type OfferRow,
  openOffer,
  type RequestedDays,
  showOtherTimes,
} from '../booking-offers/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { stripQuotedText } from '../messaging/index.ts'
import { findMessages } from '../threads/index.ts'
import type { Inbound } from './inbound.ts'
import { readRequestedTime } from './requested-time/read-requested-time.ts'
import type { DayRange, RequestedTime, RequestedTimeQuestion, TimeRange } from './requested-time/requested-time.ts'

const HOUR_MS = 60 * 60_000
/** How far around a requested time without a free one others are offered. */
const AROUND_MS = 7 * 24 * HOUR_MS

type Offered =
  /** Free at the requested time, or the nearest to it. */
  | { result: 'requested' | 'nearest'; offer: OfferRow }
  | { result: 'none' }
  | { result: 'unclear'; question: RequestedTimeQuestion }

/**
 * Offers the nearest free times to those that a text names, instead of the times that an open offer shows. What is
 * unclear is left to the caller to ask, and nothing is guessed. Null if the text names no time.
 */
export async function offerRequestedTimes(tx: TenantTx, inbound: Inbound, offer: OfferRow): Promise<Offered | null> {
  const { timeZone } = await findLocationRow(tx, offer.locationId)
  const today = dayOf(tx.now(), timeZone)
  const reading = await readAnswer(tx, inbound, offer, today)
  if (!reading) return null
  if (!reading.isSure) return { result: 'unclear', question: reading.question }
  const days = reading.days ?? (await shownDay(tx, offer, timeZone))
  const request = { days, times: reading.times }
  return offerNearest(tx, { request, timeZone }, (requested) =>
    showOtherTimes(tx, inbound.conversation, offer, requested),
  )
}

/**
 * Opens an offer of the nearest free times to those that a text which asks to move a visit names; null if it names
 * none.
 */
export async function openRequestedOffer(
  tx: TenantTx,
  { conversation, message }: Inbound,
  newOffer: NewOffer,
): Promise<Offered | null> {
  const { timeZone } = await findLocationRow(tx, newOffer.locationId)
  const language = pageLanguageOf(conversation.contactLanguage)
  const text = stripQuotedText(message.body)
  const reading = readRequestedTime(text, { today: dayOf(tx.now(), timeZone), language, isMove: true })
  if (!reading) return null
  if (!reading.isSure) return { result: 'unclear', question: reading.question }
  return offerNearest(tx, { request: reading, timeZone }, (requested) =>
    openOffer(tx, conversation, { ...newOffer, requested }),
  )
}

/** Shows free times in a requested time, or else the nearest to it. */
async function offerNearest(
  tx: TenantTx,
  { request, timeZone }: { request: RequestedTime; timeZone: string },
  show: (requested: RequestedDays) => Promise<OfferRow | null>,
): Promise<Offered> {
  const { inside, exact } = periodOf(request, dayOf(tx.now(), timeZone), timeZone)
  const fitting = await show(inside)
  if (fitting) {
    const isAtTime = exact === null || (await isShown(tx, fitting, exact))
    return { result: isAtTime ? 'requested' : 'nearest', offer: fitting }
  }
  const near = inside.near ?? inside.from
  const nearest = await show({
    from: Math.max(inside.from - AROUND_MS, Date.parse(tx.now())),
    until: inside.until + AROUND_MS,
    near,
  })
  return nearest ? { result: 'nearest', offer: nearest } : { result: 'none' }
}

/** Reads a text, and if it answers our question about the text before it, both. */
async function readAnswer(
  tx: TenantTx,
  { conversation, message }: Inbound,
  { unmatchedReplies, answeredMessageId }: OfferRow,
  today: Temporal.PlainDate,
) {
  const read = (text: string) =>
    readRequestedTime(text, { today, language: pageLanguageOf(conversation.contactLanguage) })
  const text = stripQuotedText(message.body)
  const reading = read(text)
  if (unmatchedReplies === 0 || answeredMessageId === null || !reading) return reading
  const [previous] = await findMessages(tx, [answeredMessageId])
  const earlier = previous ? read(stripQuotedText(previous.body)) : null
  if (!previous || !earlier || earlier.isSure) return reading
  // "Tuesday at 8", "morning".
  const both = earlier.question === 'half-of-day' ? read(`${stripQuotedText(previous.body)}, ${text}`) : null
  if (both?.isSure) return both
  return {
    ...reading,
    // Keep only what the earlier text said clearly.
    days: reading.days ?? (earlier.question === 'day' ? null : earlier.days),
    times: reading.times ?? (earlier.question === 'day' ? earlier.times : null),
  }
}

/** The day of the times that an offer shows, if it is one. */
async function shownDay(tx: TenantTx, offer: OfferRow, timeZone: string): Promise<DayRange | null> {
  const [first, ...others] = (await findShownTimes(tx, offer)).map(({ startsAt }) => dayOf(startsAt, timeZone))
  return first && others.length > 0 && others.every((date) => date.equals(first)) ? { from: first, to: first } : null
}

/** The period of days and times by the clocks of a location, and the instant if it is one. */
function periodOf(
  { days, times }: RequestedTime,
  today: Temporal.PlainDate,
  timeZone: string,
): { inside: RequestedDays; exact: number | null } {
  const from = days?.from ?? today
  const farthest = from.add({ days: OFFER_DAYS - 1 })
  const to = days?.to && Temporal.PlainDate.compare(days.to, farthest) < 0 ? days.to : farthest
  const instantAt = (date: Temporal.PlainDate, plainTime: Temporal.PlainTime | null = null) =>
    date.toZonedDateTime({ timeZone, ...(plainTime && { plainTime }) }).epochMilliseconds
  const period = { from: instantAt(from), until: instantAt(to.add({ days: 1 })), times }
  // A range of days: offer the first times of each day.
  if (!from.equals(to)) return { inside: period, exact: null }
  const near = instantAt(from, (times && middleOf(times)) ?? times?.from)
  const isExact = times?.from && times.to?.equals(times.from)
  // Also offer times within an hour of the requested one.
  return isExact
    ? { inside: { from: near - HOUR_MS, until: near + HOUR_MS + 1, near }, exact: near }
    : { inside: { ...period, near }, exact: null }
}

/** The time in the middle of an hour or less, as "around 3" is read; null for longer ranges. */
function middleOf({ from, to }: TimeRange): Temporal.PlainTime | null {
  if (!from || !to) return null
  const { minutes } = to.since(from, { largestUnit: 'minutes' })
  return minutes <= 60 ? from.add({ minutes: Math.floor(minutes / 2) }) : null
}

const isShown = async (tx: TenantTx, offer: OfferRow, instant: number): Promise<boolean> =>
  (await findShownTimes(tx, offer)).some(({ startsAt }) => Date.parse(startsAt) === instant)

const dayOf = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate()
