import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../config.ts'
import type { Log } from '../log.ts'
import { findHome, initialize, loadOrCreatePassword } from './cluster.ts'
import { adopt, findLeftover, stopLeftover } from './leftover-postgres.ts'
import { freePort, type Launch, launch, type Postgres, urlOf } from './postgres-process.ts'

const RESTART_AFTER_MS = 100
const RESTART_AFTER_MAX_MS = 2_000
/** How often a database that stays down is logged again. */
const LOG_AGAIN_MS = 60_000

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
