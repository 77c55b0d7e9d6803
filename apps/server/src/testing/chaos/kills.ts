import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../../platform/database/unavailable.ts'
import type { Random } from './random.ts'
import type { Supervised, SystemUnderTest } from './system.ts'

/** From readiness to the next kill: longer than the 2 s within which the supervisor takes another exit for a crash loop. */
export const BETWEEN_KILLS_MS = { min: 2_200, max: 6_500 }

/** Kills the server again and again, each time a while after it serves. In the end all processes serve again. */
export async function killRepeatedly(
  system: SystemUnderTest,
  { kills, random, onKill }: { kills: number; random: Random; onKill: (n: number) => unknown },
): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    const target = await untilReady(system, () => random.pick(system.processes))
    await pause(random.between(BETWEEN_KILLS_MS.min, BETWEEN_KILLS_MS.max))
    const pid = target.serverPid()
    if (pid) process.kill(pid, 'SIGKILL')
    onKill(n)
  }
  for (const each of system.processes) await untilReady(system, () => each)
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
      if (!isUnavailable(error) && !(error instanceof TypeError)) throw error
    })
  }
}

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
