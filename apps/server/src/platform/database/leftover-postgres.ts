import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../config.ts'
import {
  argumentsOf,
  isFree,
  type Launch,
  type Postgres,
  stopProcess,
  urlOf,
  withConnection,
} from './postgres-process.ts'

export interface Leftover {
  pid: number
  port: number
}

/** A PostgreSQL that outlived its killed parent. Only for the holder of the data folder's lock. */
export async function findLeftover(clusterDir: string, password: string): Promise<Leftover | null> {
  const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // If nothing of ours listens there, PostgreSQL detects the stale lock file itself.
  return pid && port && (await isOurPostgres(port, password)) ? { pid, port } : null
}

/** Whether the server on this port accepts our password, or is still in recovery (57P03). */
async function isOurPostgres(port: number, password: string): Promise<boolean> {
  return withConnection(urlOf(port, password), async () => true).catch(
    (error) => error instanceof pg.DatabaseError && error.code === '57P03',
  )
}

/** Takes over a running PostgreSQL; null unless it is ready and has the version and settings of `options`. */
export async function adopt({ pid }: Leftover, options: Launch): Promise<Postgres | null> {
  const { binDir, clusterDir, url } = options
  // PostgreSQL writes its command line to this file, each argument in quotes.
  const command = await readFile(path.join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '')
  const expected = argumentsOf(options).map((argument) => `"${argument}"`)
  if (!command.trimEnd().endsWith(`/postgres ${expected.join(' ')}`)) return null
  const { ctimeMs: installedAt } = await stat(path.join(binDir, 'postgres'))
  const startedAt = await withConnection(url, async (client) => {
    // Sessions of the killed process may still run a statement or hold locks.
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from pg_postmaster_start_time())::float8 * 1000 as ms',
    )
    return rows[0]?.ms ?? 0
  }).catch(() => null)
  if (startedAt === null || startedAt < installedAt) return null
  const ended = untilRefused(url)
  return {
    output: () => '',
    ended,
    stop: async () => {
      stopProcess(pid)
      await ended
    },
  }
}

/** Resolves once the port is closed. Only a parent can wait for a process, so this holds a connection open instead. */
async function untilRefused(url: string): Promise<string> {
  for (;;) {
    const error = await withConnection(url, (client) => new Promise((resolve) => client.once('end', resolve))).catch(
      (failure: unknown) => failure,
    )
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'connection refused'
    await sleep(25)
  }
}

export async function stopLeftover({ pid, port }: Leftover, clusterDir: string): Promise<void> {
  stopProcess(pid)
  const file = path.join(clusterDir, 'postmaster.pid')
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (!existsSync(file) && (await isFree(port))) return
    await sleep(25)
  }
  throw new StartError(
    `A PostgreSQL left over from an earlier run (process ${pid}) does not stop. Stop it and start again.`,
  )
}
