/**
 * Jobs run in lanes, each with its own graphile-worker runner and slots, so that slow or stuck jobs in one lane do not
 * delay the others (bulkheads).
 *
 * - `sending`: outgoing texts, which contacts and teammates wait for.
 * - `default`: work inside the database.
 * - `carrier`: all other requests to the carrier.
 * - `mail`: email.
 * - `background`: work that may be late, and every request to a host chosen by users or contacts.
 */
export const LANES = {
  sending: { slots: 16, fetchAhead: 32 },
  default: { slots: 8, fetchAhead: 16 },
  carrier: { slots: 8, perTenant: 3 },
  mail: { slots: 4, perTenant: 2 },
  background: { slots: 12, perTenant: 3 },
} as const satisfies Record<string, LaneOptions>

/**
 * `slots` is how many jobs run at once. `fetchAhead` is how many jobs are fetched in one statement, for lanes with many
 * short jobs. `perTenant` is how many slots one tenant may hold, for lanes whose jobs can be slow; these fetch jobs one
 * by one.
 */
type LaneOptions = { slots: number } & ({ fetchAhead: number } | { perTenant: number })

export type Lane = keyof typeof LANES
