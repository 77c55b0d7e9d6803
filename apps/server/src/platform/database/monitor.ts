import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Health } from '../health.ts'
import type { Log } from '../log.ts'

interface Limits {
  checkEveryMs: number
  timeoutMs: number
  /** After this long without a response, a database that still accepts connections counts as unreachable too. */
  silentMaxMs: number
}
const LIMITS: Limits = { checkEveryMs: 2_000, timeoutMs: 2_000, silentMaxMs: 10_000 }

export interface DatabaseMonitor {
  /** Throws unless the database responds now. */
  check: () => Promise<void>
  stop: () => Promise<void>
}

/** node-postgres has no code for its own timeouts. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(
    error.message,
  )

/** Checks the database on its own connections, so that a busy pool does not look like an outage. */
export function monitorDatabase(
  url: string,
  health: Pick<Health, 'register'>,
  log: Pick<Log, 'error' | 'warn'>,
  { checkEveryMs, timeoutMs, silentMaxMs }: Limits = LIMITS,
): DatabaseMonitor {
  const reportAlive = health.register('database')
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
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
    let respondedAt = performance.now()
    for (let isUnreachable = false; !stopping.signal.aborted; ) {
      try {
        await check()
        reportAlive()
        if (isUnreachable)
          log.warn({ ms: Math.round(performance.now() - respondedAt) }, 'the database is reachable again')
        isUnreachable = false
        respondedAt = performance.now()
      } catch (error) {
        // On an overloaded machine a response may take longer than the timeout: that is slow, not an outage.
        const isSlow = isTimeout(error) && performance.now() - respondedAt < silentMaxMs
        if (!isUnreachable && !isSlow && !stopping.signal.aborted) {
          log.error({ err: error }, 'the database is not reachable')
          isUnreachable = true
        }
      }
      await pause(checkEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
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
