/** A half-open period in epoch milliseconds. */
export interface Interval {
  from: number
  until: number
}

export const isSame = (a: Interval, b: Interval): boolean => a.from === b.from && a.until === b.until
export const toIso = (instant: number): string => new Date(instant).toISOString()
