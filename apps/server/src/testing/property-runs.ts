import type { Parameters } from 'fast-check'

/** `PROPERTY_RUNS=20` multiplies the runs of property tests, and takes other values each time. */
const factor = Number(process.env.PROPERTY_RUNS ?? 0)

/** How often a property is tested. The same values each time, so that a run of the tests can be repeated. */
export const runs = <T>(numRuns: number): Parameters<T> =>
  factor > 0 ? { numRuns: Math.ceil(numRuns * factor) } : { numRuns, seed: 20_261_123 }
