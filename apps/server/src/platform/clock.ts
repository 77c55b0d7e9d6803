/** Returns the current time as an ISO string in milliseconds. Passed in, so that tests can control it. */
export type Clock = () => string

export const systemClock: Clock = () => Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })

/** Version of the time zone data (tzdata) that this process uses, such as `2026c`. */
export const TZDATA_VERSION: string = process.versions.tz ?? 'unknown'

/** The instant `milliseconds` after another one (before it, when negative). */
export const shift = (instant: string, milliseconds: number): string =>
  Temporal.Instant.from(instant).add({ milliseconds }).toString({ smallestUnit: 'millisecond' })

/** Compares instants; strings of different precision cannot be compared directly. */
export const isAfter = (a: string, b: string): boolean => Temporal.Instant.compare(a, b) > 0

export const millisecondsUntil = (instant: string, now: string): number =>
  Temporal.Instant.from(instant).epochMilliseconds - Temporal.Instant.from(now).epochMilliseconds
