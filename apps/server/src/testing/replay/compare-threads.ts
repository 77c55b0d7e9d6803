import type { Turn } from './dialogues.ts'

export interface Differences {
  /** Expected but not present. */
  missing: number
  /** Present more often than expected. */
  duplicated: number
  /** Present but at another position. */
  outOfOrder: number
}

export const NO_DIFFERENCES: Differences = { missing: 0, duplicated: 0, outOfOrder: 0 }

/** Compares the turns of a conversation with the expected ones. */
export function compareThreads(expected: readonly Turn[], actual: readonly Turn[]): Differences {
  const key = ({ speaker, text }: Turn) => `${speaker} ${text}`
  const remaining = new Map<string, number>()
  for (const turn of expected) remaining.set(key(turn), (remaining.get(key(turn)) ?? 0) + 1)
  let duplicated = 0
  for (const turn of actual) {
    const count = remaining.get(key(turn)) ?? 0
    if (count === 0) duplicated += 1
    else remaining.set(key(turn), count - 1)
  }
  const missing = [...remaining.values()].reduce((sum, count) => sum + count, 0)
  const isComplete = missing === 0 && duplicated === 0
  const outOfOrder = isComplete ? expected.filter((turn, n) => key(turn) !== key(actual[n] as Turn)).length : 0
  return { missing, duplicated, outOfOrder }
}

export const addDifferences = (a: Differences, b: Differences): Differences => ({
  missing: a.missing + b.missing,
  duplicated: a.duplicated + b.duplicated,
  outOfOrder: a.outOfOrder + b.outOfOrder,
})
