import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Health } from '../health.ts'
import type { Log } from '../log.ts'

const CHECK_EVERY_MS = 2_000
const TIMEOUT_MS = 2_000

export interface DatabaseMonitor {
  /** Throws unless the database responds now. */
  check: () => Promise<void>
  stop: () => Promise<void>
}

/** Checks the database on its own connections, so that a busy pool does not look like an outage. */
export function monitorDatabase(url: string, health: Pick<Health, 'register'>, log: Log): DatabaseMonitor {
  const reportAlive = health.register('database')
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const check = async () => {
    const client = await pool.connect()
    let isBroken = true
    try {
      await client.query('select 1')
      isBroken = false
    } finally {
      // After a timeout the result may still arrive, so the connection cannot be reused.
      client.release(isBroken)
    }
  }

  const stopping = new AbortController()
  const running = (async () => {
    for (let unreachableSince: number | null = null; !stopping.signal.aborted; ) {
      try {
        await check()
        reportAlive()
        if (unreachableSince !== null)
          log.warn({ ms: Math.round(performance.now() - unreachableSince) }, 'the database is reachable again')
        unreachableSince = null
      } catch (error) {
        if (unreachableSince === null && !stopping.signal.aborted) {
          log.error({ err: error }, 'the database is not reachable')
          unreachableSince = performance.now()
        }
      }
      await pause(CHECK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    check,
    stop: async () => {
      stopping.abort()
      await running
      await pool.end()
    },
  }
}
