import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const TICK_MS = 10

interface ProcessTimes {
  parent: number
  /** CPU milliseconds of the process, and of its terminated children. */
  self: number
  children: number
}

/** Reads /proc, so Linux only; null elsewhere. */
async function timesOf(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The second field is the program name in parentheses, which may contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return null
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((i) => Number(fields[i])) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { parent, self: (user + system) * TICK_MS, children: (endedUser + endedSystem) * TICK_MS }
}

/** CPU time of one process so far, in milliseconds. */
export const cpuOf = async (pid: number): Promise<number> => (await timesOf(pid))?.self ?? 0

/** CPU time of a PostgreSQL so far, all of its processes together, in milliseconds. */
export async function cpuOfPostgres(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = (await timesOf(rows[0]?.pid ?? 0))?.parent
  if (postmaster === undefined) return 0
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const all = await Promise.all(pids.map(async (pid) => ({ pid, times: await timesOf(pid) })))
  return all.reduce((sum, { pid, times }) => {
    if (!times) return sum
    if (pid === postmaster) return sum + times.self + times.children
    return times.parent === postmaster ? sum + times.self : sum
  }, 0)
}

/** Resident memory of a process, in bytes. */
export async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
