import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../config.ts'
import { errorCode } from '../read-property.ts'
import type { Runner } from './cluster.ts'

// Starts, reaches and stops a PostgreSQL process.

/** Below the ephemeral port range, so that an outgoing connection cannot take our port during a restart. */
const PORTS = { from: 20_000, to: 30_000 }

/** A running PostgreSQL. */
export interface Postgres {
  /** The last lines of its log. */
  output: () => string
  ended: Promise<string>
  stop: () => Promise<void>
}

export interface Launch {
  binDir: string
  clusterDir: string
  runner: Runner
  port: number
  settings: Record<string, string>
  url: string
  isDetached: boolean
}

export function argumentsOf({ clusterDir, port, settings }: Launch): string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // An import fills tables within seconds; until their statistics are gathered, plans rest on guesses.
    autovacuum_naptime: '15s',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    jit: 'off',
    ...settings,
  }
  return ['-D', clusterDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Resolves once PostgreSQL accepts connections. */
export async function launch(options: Launch): Promise<Postgres> {
  const { binDir, runner, url, isDetached } = options
  const child = spawn(path.join(binDir, 'postgres'), argumentsOf(options), {
    ...runner,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: isDetached && process.platform !== 'win32',
  })
  const chunks: string[] = []
  child.stderr.on('data', (chunk) => {
    chunks.push(String(chunk))
    if (chunks.length > 50) chunks.shift()
  })
  const output = () => chunks.join('')
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  await untilReady(url, child, output)
  return { output, ended, stop: () => stopChild(child) }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new StartError(`PostgreSQL did not start:\n${output()}`)
    const isReady = await withConnection(url, async () => true).catch(() => false)
    if (isReady) return
    await sleep(25)
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes a checkpoint, and leaves a clean cluster. */
export function stopProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export const urlOf = (port: number, password: string) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  stopProcess(child.pid)
  await ended
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
