import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../../platform/database/unavailable.ts'
import { FAULTS } from './faults.ts'
import type { Random } from './random.ts'
import type { Supervised, SystemUnderTest } from './system.ts'

/** From readiness to the next kill: longer than the 2 s within which the supervisor treats an exit as a crash loop. */
export const BETWEEN_KILLS_MS = { min: 2_200, max: 6_500 }

interface KillOptions {
  kills: number
  betweenKillsMs?: typeof BETWEEN_KILLS_MS
  /** The share of kills that hit the database: its main process or one of its backends. Default: none. */
  ofDatabase?: number
  random: Random
  onKill: (n: number) => unknown
}

/** Kills the server again and again, each time a while after it serves. In the end all processes serve again. */
export async function killRepeatedly(
  system: SystemUnderTest,
  { kills, betweenKillsMs = BETWEEN_KILLS_MS, ofDatabase = 0, random, onKill }: KillOptions,
): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    const target = await untilReady(system, () => random.pick(system.processes))
    await pause(random.between(betweenKillsMs.min, betweenKillsMs.max))
    const pid = target.serverPid()
    if (random.chance(ofDatabase)) await killDatabase(system, random)
    else if (pid) process.kill(pid, 'SIGKILL')
    onKill(n)
  }
  for (const each of system.processes) await untilReady(system, () => each)
}

/** Kills the main process of the database, or one of its backends, after which the others end too. */
async function killDatabase(system: SystemUnderTest, random: Random): Promise<void> {
  const fault = FAULTS[random.chance(0.5) ? 'postmaster' : 'backend']
  await whenUp(async () => fault?.run(system, random))
}

/** Repeats some work until it is over. While the server is down, that is no failure. */
export async function repeat(
  isOver: () => boolean,
  everyMs: () => number,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!isOver()) {
    await pause(everyMs())
    await work().catch((error: unknown) => {
      if (!isDown(error)) throw error
    })
  }
}

const RETRY_MS = 200
const GIVE_UP_MS = 60_000

/** Queries the database as soon as it responds. */
export const query = <Row extends object>(
  { withOwner }: SystemUnderTest,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => whenUp(async () => (await withOwner((client) => client.query(text, [...values]))).rows)

async function whenUp<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDown(error) || performance.now() > deadline) throw error
      await pause(RETRY_MS)
    }
  }
}

/** Messages of `fetch` for a server that is down. */
const FETCH_FAILURES = ['fetch failed', 'terminated']

/**
 * Without `postmaster.pid`, or with an incomplete one, as a database starts; a backend that ended before it was killed.
 */
const DOWN_CODES: readonly unknown[] = ['ENOENT', 'ERR_INVALID_URL', 'ESRCH']

const isDown = (error: unknown): boolean =>
  isUnavailable(error) ||
  (error instanceof TypeError && FETCH_FAILURES.includes(error.message)) ||
  (error instanceof Error && 'code' in error && DOWN_CODES.includes(error.code))

/** Waits until a process serves, of those that `pick` returns. */
async function untilReady(system: SystemUnderTest, pick: () => Supervised | undefined): Promise<Supervised> {
  for (;;) {
    if (system.processes.some(({ hasEnded }) => hasEnded())) throw new Error('A supervisor has ended.')
    const target = pick()
    const isReady = await fetch(`${target?.url}/readyz`).then(
      ({ ok: isOk }) => isOk,
      () => false,
    )
    if (isReady && target) return target
    await pause(100)
  }
}
