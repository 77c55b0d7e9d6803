/** The present as an ISO string in milliseconds; passed in wherever time decides something, so that tests can set it. */
export type Clock = () => string

export const systemClock: Clock = () => Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })

/** The instant `milliseconds` after another one (before it, when negative). */
export const shift = (instant: string, milliseconds: number): string =>
  Temporal.Instant.from(instant).add({ milliseconds }).toString({ smallestUnit: 'millisecond' })

/** Compares instants; strings of different precision do not compare by themselves. */
export const isAfter = (a: string, b: string): boolean => Temporal.Instant.compare(a, b) > 0
