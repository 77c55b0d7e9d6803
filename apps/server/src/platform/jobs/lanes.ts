/**
 * Jobs run in lanes, each with its own graphile-worker runner and slots, so that slow or stuck jobs in one lane do not
 * delay the others (bulkheads).
 *
 * - `sending`: outgoing texts, which contacts and teammates wait for.
 * - `bulk`: texts of group messages and reminders, which must not delay those of a teammate.
 * - `default`: work inside the database.
 * - `carrier`: all other requests to the carrier.
 * - `payments`: requests to the payment provider.
 * - `mail`: email.
 * - `push`: push notifications, to hosts chosen by users' browsers.
 * - `background`: work that may be late, link previews and translation among it.
 */
export const LANES = {
  sending: { slots: 16, fetchAhead: 32, waitsForHost: true },
  bulk: { slots: 8, perTenant: 2, waitsForHost: true },
  default: { slots: 8, fetchAhead: 16 },
  carrier: { slots: 8, perTenant: 3, waitsForHost: true },
  payments: { slots: 6, perTenant: 3, waitsForHost: true },
  mail: { slots: 4, perTenant: 2, waitsForHost: true },
  push: { slots: 12, perTenant: 3 },
  background: { slots: 8, perTenant: 3 },
} as const satisfies Record<string, LaneOptions>

/**
 * `slots` is how many jobs run at once. `fetchAhead` is how many jobs are fetched in one statement, for lanes with many
 * short jobs. `perTenant` is how many slots one tenant may hold, for lanes whose jobs can be slow; these fetch jobs one
 * by one. `waitsForHost` is for hosts that the operator chose: a job whose host has an open breaker waits without using
 * up its attempts, and runs soon after the host is back.
 */
type LaneOptions = { slots: number; waitsForHost?: true } & ({ fetchAhead: number } | { perTenant: number })

export type Lane = keyof typeof LANES
