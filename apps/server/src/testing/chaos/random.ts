/** Seeded PRNG (Mulberry32), so that a run can be repeated. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** True with this probability. */
    chance: (share: number) => next() < share,
    between: (low: number, high: number) => low + next() * (high - low),
    pick: <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)],
  }
}
export type Random = ReturnType<typeof createRandom>
