/** A half-open period in epoch milliseconds. */
export interface Interval {
  from: number
  until: number
}

export const overlap = (a: Interval, b: Interval): boolean => a.from < b.until && b.from < a.until

/** Sorts intervals and joins those that overlap or adjoin. */
export function union(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const { from, until } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else joined.push({ from, until })
  }
  return joined
}

/** Intersection of two sorted lists of disjoint intervals. */
export const intersection = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  a.flatMap((one) =>
    b
      .filter((other) => overlap(one, other))
      .map((other) => ({ from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) })),
  )

/** Whether one of the intervals, which are sorted and apart, contains a period. */
export function covers(intervals: readonly Interval[], from: number, until: number): boolean {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((intervals[middle]?.until ?? 0) <= from) low = middle + 1
    else high = middle
  }
  const first = intervals[low]
  return first !== undefined && first.from <= from && first.until >= until
}

/**
 * Whether `test` holds for one of the intervals that overlap another one, of a list in the order of their starts in
 * which no interval is longer than `longest`.
 */
export function someOverlapping<T extends Interval>(
  intervals: readonly T[],
  longest: number,
  by: Interval,
  test: (interval: T) => boolean,
): boolean {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((intervals[middle]?.from ?? 0) <= by.from - longest) low = middle + 1
    else high = middle
  }
  for (let index = low; index < intervals.length; index++) {
    const interval = intervals[index]
    if (!interval || interval.from >= by.until) break
    if (by.from < interval.until && test(interval)) return true
  }
  return false
}

/** The length of the longest interval. */
export function longestOf(intervals: readonly Interval[]): number {
  let longest = 0
  for (const { from, until } of intervals) longest = Math.max(longest, until - from)
  return longest
}
