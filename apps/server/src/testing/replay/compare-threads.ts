import type { Turn } from './dialogues.ts'

export interface Differences {
  /** Written, and not there. */
  missing: number
  /** There, and not written, or not as often. */
  doubled: number
  /** There as often as written, at another place. */
  outOfOrder: number
}

export const NO_DIFFERENCE: Differences = { missing: 0, doubled: 0, outOfOrder: 0 }

/** What is between a conversation as it was written and as it was found. */
export function compareThreads(written: readonly Turn[], found: readonly Turn[]): Differences {
  const key = ({ speaker, text }: Turn) => `${speaker} ${text}`
  const left = new Map<string, number>()
  for (const turn of written) left.set(key(turn), (left.get(key(turn)) ?? 0) + 1)
  let doubled = 0
  for (const turn of found) {
    const count = left.get(key(turn)) ?? 0
    if (count === 0) doubled += 1
    else left.set(key(turn), count - 1)
  }
  const missing = [...left.values()].reduce((sum, count) => sum + count, 0)
  const isComplete = missing === 0 && doubled === 0
  const outOfOrder = isComplete ? written.filter((turn, n) => key(turn) !== key(found[n] as Turn)).length : 0
  return { missing, doubled, outOfOrder }
}

export const addDifferences = (a: Differences, b: Differences): Differences => ({
  missing: a.missing + b.missing,
  doubled: a.doubled + b.doubled,
  outOfOrder: a.outOfOrder + b.outOfOrder,
})
