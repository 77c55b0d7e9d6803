import type { TimeRange } from './requested-time.ts'
import type { Clock, DayPart } from './tokens.ts'

type PlainTime = Temporal.PlainTime

const time = (hour: number, minute = 0): PlainTime => new Temporal.PlainTime(hour, minute)

/** Starts that a part of the day covers. */
export const PARTS: Record<DayPart, TimeRange> = {
  morning: { from: null, to: time(11, 59) },
  afternoon: { from: time(12), to: time(17, 59) },
  evening: { from: time(17), to: null },
}

/** Hours that are said with each part of the day, by the 12-hour clock, and what they are by the 24-hour clock. */
const HOURS_OF_PARTS: Record<DayPart, (hour: number) => number | null> = {
  morning: (hour) => (hour >= 5 && hour <= 11 ? hour : null),
  afternoon: (hour) => (hour === 12 ? 12 : hour <= 8 ? hour + 12 : null),
  evening: (hour) => (hour >= 4 && hour <= 11 ? hour + 12 : null),
}

/**
 * The time of day that is meant, from the part of the day or from the hours at which businesses are open: 3 is in the
 * afternoon, 10 in the morning. Null if it may be either, such as 8, or makes no sense.
 */
export function resolveClock({ hour, minute, half }: Clock, part: DayPart | null): PlainTime | null {
  const inHalf = half && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : null
  const resolved = half ? (inHalf ?? (half === 'pm' ? hour : null)) : hour > 12 ? hour : resolveHour(hour, part)
  // Nobody is open at these hours; a time in them is a misunderstanding.
  if (resolved === null || resolved < 5 || resolved > 23) return null
  return part && !half && hour > 12 && !isWithin(part, resolved) ? null : time(resolved, minute)
}

const resolveHour = (hour: number, part: DayPart | null): number | null => {
  if (part) return HOURS_OF_PARTS[part](hour)
  return hour === 7 || hour === 8 || hour === 0 ? null : hour < 7 ? hour + 12 : hour
}

const isWithin = (part: DayPart, hour: number) =>
  part === 'morning' ? hour < 12 : part === 'afternoon' ? hour >= 12 : hour >= 16

/** Whether only the half of the day is unknown. */
export const lacksHalf = ({ hour, half }: Clock, part: DayPart | null): boolean =>
  !half && !part && (hour === 7 || hour === 8)

export const at = (exact: PlainTime): TimeRange => ({ from: exact, to: exact })

/** Half an hour to each side. */
export const around = (exact: PlainTime): TimeRange => ({
  from: exact.subtract({ minutes: 30 }),
  to: exact.add({ minutes: 30 }),
})
