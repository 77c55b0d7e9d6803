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
  carrier: { slots: 8, fetchAhead: 0 },
  mail: { slots: 4, fetchAhead: 0 },
  background: { slots: 12, fetchAhead: 0 },
} as const satisfies Record<string, LaneOptions>

interface LaneOptions {
  /** Jobs that run at once. */
  slots: number
  /** Jobs fetched in one statement, ahead of free slots. 0 where a job can be slow: no other must wait behind it. */
  fetchAhead: number
}

export type Lane = keyof typeof LANES
