/**
 * Jobs run in lanes, each a graphile-worker runner of its own with its own slots: what is slow or stuck in one lane
 * delays no other.
 *
 * - `sending`: texts on their way out. Contacts and teammates wait for them.
 * - `default`: work that stays inside the database.
 * - `carrier`: everything else that is asked of the carrier.
 * - `mail`: what goes to the mail server.
 * - `background`: what may be late, and every request to a host that a stranger chose.
 */
export const LANES = {
  sending: { slots: 16, fetchAhead: 32 },
  default: { slots: 8, fetchAhead: 16 },
  carrier: { slots: 8, perTenant: 3 },
  mail: { slots: 4, perTenant: 2 },
  background: { slots: 12, perTenant: 3 },
} as const satisfies Record<string, LaneOptions>

/**
 * `slots` is how many jobs run at once. `fetchAhead` is how many are fetched in one statement, ahead of free slots: for
 * lanes with many short jobs. `perTenant` is how many slots one tenant may hold: for lanes whose jobs can be slow, which
 * are therefore fetched one by one.
 */
type LaneOptions = { slots: number } & ({ fetchAhead: number } | { perTenant: number })

export type Lane = keyof typeof LANES
