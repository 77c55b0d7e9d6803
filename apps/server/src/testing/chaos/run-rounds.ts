import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../../platform/database/unavailable.ts'
import { checkGuarantees, type Verdict } from './checks.ts'
import { FAULTS } from './faults.ts'
import { createBusiness, type Load, startLoad } from './load.ts'
import type { Random } from './random.ts'
import type { SystemUnderTest } from './system.ts'

/** From the end of a fault until everything works again. */
export const HEALTHY_WITHIN_MS = 10_000
const GIVE_UP_MS = 60_000
/** No request may fail for this long before the server counts as recovered. */
const CALM_MS = 1_000
/** Together with CALM_MS longer than the 2 s within which the supervisor takes another exit for a crash loop. */
const BETWEEN_MS = 1_100
const SETTLE_WITHIN_MS = 120_000

export interface Round {
  /** Milliseconds until everything worked again; null if it never did. */
  recoveredAfter: number | null
  violations: string[]
}

export interface Rounds {
  /** Injects a fault under load, waits for recovery, and checks all guarantees. */
  run: (fault: string) => Promise<Round>
  load: Load
  /** Stops the load and checks again once everything has settled. */
  finish: () => Promise<Verdict>
}

export async function startRounds(system: SystemUnderTest, random: Random): Promise<Rounds> {
  const load = startLoad(system, await Promise.all([createBusiness(system.url), createBusiness(system.url)]))
  return {
    load,
    run: async (name) => {
      const fault = FAULTS[name]
      if (!fault) throw new Error(`Unknown fault ${name}.`)
      await pause(random.between(BETWEEN_MS, BETWEEN_MS + 800))
      await fault.run(system, random)
      const faultEndedAt = performance.now()
      for (;;) {
        const recoveredAfter = await untilRecovered(system, load, faultEndedAt)
        if (recoveredAfter === null)
          return { recoveredAfter, violations: [`did not recover within ${GIVE_UP_MS / 1000} s`] }
        const verdict = await unlessUnavailable(checkGuarantees(system, load, false))
        // Without a verdict the database went down again: it had not recovered.
        if (verdict) return { recoveredAfter, violations: verdict.violations }
      }
    },
    finish: async () => {
      await load.stop()
      return settle(system, load)
    },
  }
}

export interface RoundsResult {
  fault: string
  recoveredAfter: number[]
  verdict: Verdict
  violations: string[]
  failures: Map<string, number>
}

export interface RoundsOptions {
  fault: string
  rounds: number
  random: Random
  print: (line: string) => void
}

/** Injects one fault repeatedly. */
export async function runRounds(
  system: SystemUnderTest,
  { fault, rounds, random, print }: RoundsOptions,
): Promise<RoundsResult> {
  const { run, load, finish } = await startRounds(system, random)
  const recoveredAfter: number[] = []
  const violations: string[] = []
  for (let n = 1; n <= rounds && violations.length === 0; n++) {
    const round = await run(fault)
    recoveredAfter.push(round.recoveredAfter ?? Number.POSITIVE_INFINITY)
    violations.push(...round.violations)
    const after = round.recoveredAfter === null ? 'not recovered' : `recovered after ${seconds(round.recoveredAfter)} s`
    print(
      `${fault} ${n}/${rounds}: ${after}; ${load.acknowledged.length} in, ${load.accepted.length} out, ${round.violations.length} violations`,
    )
  }
  const verdict = await finish()
  const all = new Set([...violations, ...verdict.violations])
  return { fault, recoveredAfter, verdict, violations: [...all], failures: load.failures }
}

export const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** Waits until requests, jobs and health checks have worked for a while; returns the time of the last failure. */
async function untilRecovered(system: SystemUnderTest, load: Load, faultEndedAt: number): Promise<number | null> {
  let lastUnhealthyAt = performance.now()
  for (;;) {
    await pause(50)
    const now = performance.now()
    if (system.processes.some(({ hasEnded }) => hasEnded()) || now - faultEndedAt > GIVE_UP_MS) return null
    if (!(await isHealthy(system))) lastUnhealthyAt = performance.now()
    const workedSince = Math.max(lastUnhealthyAt, load.lastFailureAt())
    if (performance.now() - workedSince < CALM_MS) continue
    // A message that was accepted and sent after the fault shows that the dispatcher and the worker run too.
    const bodies = new Map(load.accepted.filter(({ at }) => at > faultEndedAt).map(({ body, at }) => [body, at]))
    const first = system.carrier.arrivals.find(({ body, at }) => at > faultEndedAt && bodies.has(body))
    if (first) return Math.max(workedSince, first.at) - faultEndedAt
  }
}

async function isHealthy({ processes }: SystemUnderTest): Promise<boolean> {
  const checks = await Promise.all(
    processes.flatMap(({ url }) =>
      ['/healthz', '/readyz'].map((path) =>
        fetch(url + path, { signal: AbortSignal.timeout(5000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    ),
  )
  return checks.every(Boolean)
}

/** Resolves with null while the database is unavailable. */
const unlessUnavailable = <T>(result: Promise<T>): Promise<T | null> =>
  result.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return null
  })

/**
 * Waits for messages in flight. Runs `settle-delivery` early, which is otherwise due a minute after a message's claim.
 */
async function settle(system: SystemUnderTest, load: Load): Promise<Verdict> {
  const deadline = performance.now() + SETTLE_WITHIN_MS
  for (let checks = 0; ; checks++) {
    const isOver = performance.now() > deadline
    const check = checkGuarantees(system, load, isOver)
    const verdict = await (isOver ? check : unlessUnavailable(check))
    if (verdict && (verdict.pending === 0 || isOver)) return verdict
    if (checks % 10 === 5)
      await unlessUnavailable(
        system.withOwner((client) =>
          client.query(
            `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null
             and task_id = (select id from graphile_worker._private_tasks where identifier = 'settle-delivery')`,
          ),
        ),
      )
    await pause(500)
  }
}
