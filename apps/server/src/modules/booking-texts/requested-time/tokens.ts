import { readWeekday, type WeekdayForm } from './days.ts'
import type { DayRange, RequestedTimeQuestion, TimeRange } from './requested-time.ts'

/** A time as it is said: "half past 2" does not say which half of the day. */
export interface Clock {
  hour: number
  minute: number
  half: 'am' | 'pm' | null
}

export type DayPart = 'morning' | 'afternoon' | 'evening'

export type Connector =
  | 'after'
  | 'and'
  | 'around'
  | 'at'
  | 'before'
  | 'between'
  | 'from'
  | 'or'
  | 'or-earlier'
  | 'or-later'
  | 'to'
  | 'until'

/** Meaning of a part of a text. */
export type Token =
  /**
   * Days are null if more than one day can be meant; a weekday without more can also belong to a date or a week beside
   * it.
   */
  | { kind: 'day'; days: DayRange | null; weekday?: number }
  | { kind: 'clock'; clock: Clock }
  /** A number that may be an hour, depending on what is beside it. */
  | { kind: 'number'; value: number }
  /** A part of the day, with its times if they differ from the usual. */
  | { kind: 'part'; part: DayPart; times?: TimeRange }
  | { kind: 'connector'; connector: Connector }
  | { kind: 'any'; of: 'day' | 'time' }
  | { kind: 'not' }
  /** Something about days or times that has to be asked. */
  | { kind: 'vague'; question: RequestedTimeQuestion }
  /** A move from one time to another: "change it from 2 to 4" is no range. */
  | { kind: 'change' }
  /** A question that is not about when to come, such as the opening hours. */
  | { kind: 'other-topic' }
  /** The end of a clause. */
  | { kind: 'break' }
  /** Anything else. It separates what stands on its two sides. */
  | { kind: 'word' }

export const connector = (word: Connector): Token => ({ kind: 'connector', connector: word })
export const vague = (question: RequestedTimeQuestion): Token => ({ kind: 'vague', question })
export const day = (days: DayRange | null): Token => ({ kind: 'day', days })
export const dayOfWeek = (today: Temporal.PlainDate, weekday: number, form: WeekdayForm): Token => ({
  kind: 'day',
  days: readWeekday(today, weekday, form),
  ...(form === 'plain' && { weekday }),
})
export const clock = (hour: number, minute: number, half: Clock['half'] = null): Token =>
  hour > 24 || minute > 59 ? vague('time') : { kind: 'clock', clock: { hour, minute, half } }
export const WORD: Token = { kind: 'word' }

/**
 * A pattern in lowercase letters without accents, and what its match means; null if this place means something else.
 */
export interface Rule {
  pattern: RegExp
  read: (groups: readonly (string | undefined)[], today: Temporal.PlainDate) => Token | readonly Token[] | null
}

/** A rule for whole words. */
export const rule = (pattern: string, read: Rule['read'] | Token | readonly Token[]): Rule => ({
  pattern: new RegExp(`(?:${pattern})(?![a-z0-9])`, 'y'),
  read: typeof read === 'function' ? read : () => read,
})
