import type { DayRange, RequestedTimeQuestion, RequestedTimeReading, TimeRange } from './requested-time.ts'
import { around, at, lacksHalf, PARTS, resolveClock } from './times.ts'
import type { Clock, Connector, DayPart, Token } from './tokens.ts'

type PlainTime = Temporal.PlainTime

const BEFORE_HOURS: readonly Connector[] = ['after', 'around', 'at', 'between', 'from', 'until', 'before', 'to']

/** Combines the tokens of a text into a requested time. */
export function combine(tokens: readonly Token[], today: Temporal.PlainDate): RequestedTimeReading | null {
  if (tokens.some(({ kind }) => kind === 'other-topic')) return null
  const mentions = new Mentions(numbersToClocks(tokens), today)
  return mentions.read()
}

/** Numbers are hours after "at" and the like, beside a part of the day, and beside another time. */
function numbersToClocks(tokens: readonly Token[]): Token[] {
  // From the right, so that the first of two is beside an hour: "8-12", "2 to 4 in the afternoon".
  const result = [...tokens]
  const isHour = (value: number) => value >= 1 && value <= 23
  const at = (index: number) => result[index]
  for (const [index, token] of [...tokens.entries()].reverse()) {
    if (token.kind !== 'number' || !isHour(token.value)) continue
    const [previous, next, afterNext] = [at(index - 1), at(index + 1), at(index + 2)]
    const isBeforeTime =
      next?.kind === 'connector' &&
      (next.connector === 'or-later' ||
        next.connector === 'or-earlier' ||
        (isJoining(next.connector) && afterNext?.kind === 'clock'))
    const isAfterTime =
      previous?.kind === 'connector' &&
      (BEFORE_HOURS.includes(previous.connector) || (isJoining(previous.connector) && isHourLike(at(index - 2))))
    if (isBeforeTime || isAfterTime || previous?.kind === 'part' || next?.kind === 'part')
      result[index] = { kind: 'clock', clock: { hour: token.value, minute: 0, half: null } }
  }
  return result
}

const isHourLike = (token: Token | undefined) => token?.kind === 'clock' || token?.kind === 'number'
const isJoining = (connector: Connector) => connector === 'to' || connector === 'and' || connector === 'or'

class Mentions {
  #tokens: readonly Token[]
  #today: Temporal.PlainDate
  #part: DayPart | null
  #days: DayRange[] = []
  #weekdays: { weekday: number; days: DayRange | null }[] = []
  #times: TimeRange[] = []
  #questions: RequestedTimeQuestion[] = []
  #hasStrayNumber = false

  constructor(tokens: readonly Token[], today: Temporal.PlainDate) {
    this.#tokens = tokens
    this.#today = today
    const parts = new Set(tokens.flatMap((token) => (token.kind === 'part' ? [token.part] : [])))
    this.#part = parts.size === 1 ? ([...parts][0] ?? null) : null
  }

  read(): RequestedTimeReading | null {
    for (let index = 0; index < this.#tokens.length; ) index += this.#consume(index)
    this.#checkNegations()
    const days = this.#combineDays()
    const times = this.#combineTimes()
    if (!days && !times && this.#questions.length === 0) return null
    // A number beside a day may be the hour.
    if (this.#hasStrayNumber) this.#questions.push('time')
    const [question] = this.#questions.toSorted((a, b) => QUESTION_ORDER.indexOf(a) - QUESTION_ORDER.indexOf(b))
    return question ? { isSure: false, question, days, times } : { isSure: true, days, times }
  }

  /** Reads what starts at a token, and returns how many tokens it is. */
  #consume(index: number): number {
    const [first, second, third] = this.#tokens.slice(index)
    if (!first) return 1
    const isOpening = first.kind === 'connector' && (first.connector === 'between' || first.connector === 'from')
    const skipped = first.kind === 'connector' ? 1 : 0
    const joined = this.#consumeJoined(index + skipped, isOpening)
    if (joined > 0) return joined + skipped
    if (first.kind === 'connector') {
      const isPlain = first.connector === 'at' || first.connector === 'to' || first.connector === 'and'
      // "Around afternoon 2".
      if (second?.kind === 'part' && third?.kind === 'clock') {
        this.#addTime(third.clock, isPlain ? 'at' : first.connector)
        return 3
      }
      if (isPlain && (second?.kind === 'clock' || second?.kind === 'day')) return 1
      if (second?.kind === 'clock') {
        this.#addTime(second.clock, first.connector)
        return 2
      }
      if (second?.kind === 'day') {
        this.#addDay(second, first.connector)
        return 2
      }
      const isAboutPart = second?.kind === 'part' || second?.kind === 'any'
      if (isAboutPart && !isPlain) this.#questions.push('time')
      if (first.connector === 'or' && second?.kind !== 'word' && this.#isMention(index - 1))
        this.#questions.push('time')
      return 1
    }
    switch (first.kind) {
      case 'clock': {
        const follows = second?.kind === 'connector' ? second.connector : null
        if (follows === 'or-later' || follows === 'or-earlier') {
          this.#addTime(first.clock, follows === 'or-later' ? 'from' : 'until')
          return 2
        }
        this.#addTime(first.clock, 'at')
        return 1
      }
      case 'day': {
        const isOnward = second?.kind === 'connector' && second.connector === 'or-later'
        this.#addDay(first, isOnward ? 'from' : 'at')
        return isOnward ? 2 : 1
      }
      case 'number':
        this.#hasStrayNumber ||= first.value <= 31
        return 1
      case 'vague':
        this.#questions.push(first.question)
        return 1
      default:
        return 1
    }
  }

  /** Two days or times with a word between them; 0 if there are none here. */
  #consumeJoined(index: number, isOpening: boolean): number {
    const [first, middle, last] = this.#tokens.slice(index)
    if (middle?.kind !== 'connector' || !isJoining(middle.connector)) return 0
    if (middle.connector === 'and' && !isOpening) return 0
    const isMoved = middle.connector === 'to' && this.#tokens.some(({ kind }) => kind === 'change')
    if (first?.kind === 'clock' && last?.kind === 'clock') {
      const range = middle.connector === 'or' || isMoved ? null : this.#clockRange(first.clock, last.clock)
      if (range) this.#times.push(range)
      else this.#questions.push('time')
      return 3
    }
    if (first?.kind === 'day' && last?.kind === 'day') {
      const range = isMoved ? null : dayRange(first.days, last.days, middle.connector === 'or')
      if (range) this.#days.push(range)
      else this.#questions.push('day')
      return 3
    }
    return 0
  }

  #addTime(clock: Clock, connector: Connector) {
    const exact = resolveClock(clock, this.#part)
    if (!exact) {
      this.#questions.push(lacksHalf(clock, this.#part) ? 'half-of-day' : 'time')
      return
    }
    const range: Partial<Record<Connector, TimeRange>> = {
      after: { from: exact, to: null },
      from: { from: exact, to: null },
      before: { from: null, to: exact.subtract({ minutes: 1 }) },
      until: { from: null, to: exact },
      around: around(exact),
      at: at(exact),
    }
    const times = range[connector]
    if (times) this.#times.push(times)
    else this.#questions.push('time')
  }

  #addDay({ days, weekday }: Extract<Token, { kind: 'day' }>, connector: Connector) {
    if (weekday && connector === 'at') {
      this.#weekdays.push({ weekday, days })
      return
    }
    if (!days) {
      this.#questions.push('day')
      return
    }
    const { from, to } = days
    const range: Partial<Record<Connector, DayRange>> = {
      ...(to && { after: { from: to.add({ days: 1 }), to: null } }),
      // "From the 5th to the 7th" may be a range already.
      from: to?.equals(from) ? { from, to: null } : days,
      before: { from: this.#today, to: from.subtract({ days: 1 }) },
      until: { from: this.#today, to },
      at: days,
    }
    const named = range[connector]
    if (named && !(named.to && Temporal.PlainDate.compare(named.to, this.#today) < 0)) this.#days.push(named)
    else this.#questions.push('day')
  }

  /** The range of two hours: each is resolved by the other, as in "9 to 7" and "2-4pm". */
  #clockRange(first: Clock, last: Clock): TimeRange | null {
    const ends = this.#candidates(last)
    const pairs = ends.flatMap((to) => {
      const starts = this.#candidates(first).filter((from) => Temporal.PlainTime.compare(from, to) < 0)
      // The later start: "2-4pm" is in one half of the day.
      const from = starts.at(-1)
      return from ? [{ from, to }] : []
    })
    const shortest = pairs[0]
    return pairs.length === 1 && shortest ? shortest : null
  }

  /** The times that an hour can be, the earliest first. */
  #candidates(clock: Clock): PlainTime[] {
    const exact = resolveClock(clock, this.#part)
    if (exact) return [exact]
    if (clock.half || this.#part || clock.hour > 12) return []
    return (['am', 'pm'] as const).flatMap((half) => resolveClock({ ...clock, half }, null) ?? [])
  }

  #isMention = (index: number) => {
    const kind = this.#tokens[index]?.kind
    return kind === 'day' || kind === 'clock' || kind === 'part'
  }

  /** A day or time in a clause with a negation is not wanted, and that says nothing about the others. */
  #checkNegations() {
    const clauses: Token[][] = [[]]
    for (const token of this.#tokens)
      if (token.kind === 'break') clauses.push([])
      else clauses.at(-1)?.push(token)
    for (const clause of clauses) {
      if (!clause.some(({ kind }) => kind === 'not')) continue
      if (clause.some(({ kind }) => kind === 'day')) this.#questions.push('day')
      else if (clause.some(({ kind }) => kind === 'clock' || kind === 'part' || kind === 'any'))
        this.#questions.push('time')
    }
  }

  #combineDays(): DayRange | null {
    const anyDay = this.#tokens.some((token) => token.kind === 'any' && token.of === 'day')
    const [narrowest] = this.#days.toSorted((a, b) => lengthOf(a) - lengthOf(b))
    // "Friday, March 8th" and "next week, maybe Friday" are of one day, whichever Friday is next.
    const weekdays = this.#weekdays.map(({ weekday, days }) => (narrowest ? weekdayWithin(narrowest, weekday) : days))
    const named = weekdays[0] ?? narrowest
    if (!named && weekdays.length === 0) return anyDay ? { from: this.#today, to: null } : null
    const isOne =
      named &&
      weekdays.every((days) => days?.from.equals(named.from)) &&
      this.#days.every((days) => contains(days, named))
    if (isOne) return named
    this.#questions.push('day')
    return null
  }

  #combineTimes(): TimeRange | null {
    const parts = this.#tokens.flatMap((token) => (token.kind === 'part' ? [token] : []))
    const [time] = this.#times
    if (time) {
      const isOne = this.#times.every((other) => sameTime(other.from, time.from) && sameTime(other.to, time.to))
      if (isOne && new Set(parts.map(({ part }) => part)).size < 2) return time
      this.#questions.push('time')
      return null
    }
    const [part] = parts
    if (part) {
      if (parts.every((other) => other.part === part.part)) return part.times ?? PARTS[part.part]
      this.#questions.push('time')
      return null
    }
    return this.#tokens.some((token) => token.kind === 'any' && token.of === 'time') ? { from: null, to: null } : null
  }
}

/** The day is asked first, then the time, then the half of the day. */
const QUESTION_ORDER: readonly RequestedTimeQuestion[] = ['day', 'time', 'half-of-day']

const lengthOf = ({ from, to }: DayRange) =>
  to ? to.since(from, { largestUnit: 'days' }).days : Number.POSITIVE_INFINITY

const contains = (outer: DayRange, inner: DayRange) =>
  Temporal.PlainDate.compare(outer.from, inner.from) <= 0 &&
  (!outer.to || (inner.to !== null && Temporal.PlainDate.compare(inner.to, outer.to) <= 0))

/** The day of a weekday in a range; null if there is none, or more than one. */
function weekdayWithin({ from, to }: DayRange, weekday: number): DayRange | null {
  const date = from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
  const daysLeft = to ? to.since(date, { largestUnit: 'days' }).days : -1
  return daysLeft >= 0 && daysLeft < 7 ? { from: date, to: date } : null
}

const sameTime = (a: PlainTime | null, b: PlainTime | null) => a === b || (a && b ? a.equals(b) : false)

/** From one day to another; days with "or" between them only if the second follows the first. */
function dayRange(first: DayRange | null, last: DayRange | null, isAlternative: boolean): DayRange | null {
  if (!first?.to || !last?.to) return null
  const gap = last.from.since(first.to, { largestUnit: 'days' }).days
  const isInOrder = isAlternative ? gap === 1 : gap > 0 && gap <= MAX_DAYS_BETWEEN
  return isInOrder ? { from: first.from, to: last.to } : null
}
const MAX_DAYS_BETWEEN = 31
