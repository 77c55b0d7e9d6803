import { setTimeout as pause } from 'node:timers/promises'
import { checkPromises, type Verdict } from './checks.ts'
import { FAULTS } from './faults.ts'
import { type Load, openBusiness, startLoad } from './load.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** From the end of a fault until everything works again. */
export const HEALTHY_WITHIN_MS = 10_000
const GIVE_UP_MS = 60_000
/** So long nothing may fail before it counts as working. */
const CALM_MS = 1_500
const SETTLE_WITHIN_MS = 120_000

export interface RoundsResult {
  fault: string
  /** Milliseconds until everything worked again, a round each; infinite where it never did. */
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

/** Applies one fault again and again under load, and checks every promise after each and at the end. */
export async function runRounds(world: World, { fault, rounds, random, print }: RoundsOptions): Promise<RoundsResult> {
  const run = FAULTS[fault]?.run
  if (!run) throw new Error(`There is no fault ${fault}.`)
  const businesses = await Promise.all([openBusiness(world.url), openBusiness(world.url)])
  const load = startLoad(world, businesses)
  const recoveredAfter: number[] = []
  const violations: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await pause(random.between(500, 1500))
    await run(world, random)
    const after = await untilRecovered(world, load)
    recoveredAfter.push(after)
    const verdict = Number.isFinite(after) ? await checkPromises(world, load, false) : null
    violations.push(...(verdict?.violations ?? [`round ${round}: it did not recover within ${GIVE_UP_MS / 1000} s`]))
    print(
      `${fault} ${round}/${rounds}: recovered after ${(after / 1000).toFixed(1)} s; ${verdict ? `${verdict.inbound} in, ${verdict.outbound} out, ${verdict.violations.length} violations` : 'given up'}`,
    )
    if (violations.length > 0) break
  }
  await load.stop()
  const verdict = violations.length > 0 ? await checkPromises(world, load, false) : await settle(world, load)
  const all = new Set([...violations, ...verdict.violations])
  return { fault, recoveredAfter, verdict, violations: [...all], failures: load.failures }
}

/** Until requests, jobs and health have worked for a while; measured to the last moment something did not. */
async function untilRecovered(world: World, load: Load): Promise<number> {
  const over = performance.now()
  let lastUnhealthyAt = over
  for (;;) {
    await pause(50)
    const now = performance.now()
    if (world.processes.some(({ hasEnded }) => hasEnded()) || now - over > GIVE_UP_MS) return Number.POSITIVE_INFINITY
    if (!(await isHealthy(world))) lastUnhealthyAt = performance.now()
    const workedSince = Math.max(lastUnhealthyAt, load.lastFailureAt())
    if (performance.now() - workedSince < CALM_MS) continue
    // A message accepted since then shows that the dispatcher and the worker run as well.
    const bodies = new Map(load.accepted.filter(({ at }) => at > over).map(({ body, at }) => [body, at]))
    const first = world.carrier.arrivals.find(({ body, at }) => at > over && bodies.has(body))
    if (first) return Math.max(workedSince, first.at) - over
  }
}

async function isHealthy({ processes }: World): Promise<boolean> {
  const answers = await Promise.all(
    processes.flatMap(({ url }) =>
      ['/healthz', '/readyz'].map((path) =>
        fetch(url + path, { signal: AbortSignal.timeout(5000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    ),
  )
  return answers.every(Boolean)
}

/** Waits for what is on its way. The question to the carrier, which comes a minute after a message's claim, is asked now. */
async function settle(world: World, load: Load): Promise<Verdict> {
  const deadline = performance.now() + SETTLE_WITHIN_MS
  for (let looks = 0; ; looks++) {
    const verdict = await checkPromises(world, load, performance.now() > deadline)
    if (verdict.pending === 0 || performance.now() > deadline) return verdict
    if (looks % 10 === 5)
      await world.withOwner((client) =>
        client.query(
          `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null
             and task_id = (select id from graphile_worker._private_tasks where identifier = 'settle-delivery')`,
        ),
      )
    await pause(500)
  }
}
