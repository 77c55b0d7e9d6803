import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Health } from '../health.ts'
import type { Log } from '../log.ts'

const CHECK_EVERY_MS = 2_000
const ANSWER_WITHIN_MS = 2_000

export interface DatabaseMonitor {
  /** Throws unless the database answers now. */
  check: () => Promise<void>
  stop: () => Promise<void>
}

/** Asks the database on a connection of its own, which no queue of requests holds up, whether it answers. */
export function monitorDatabase(url: string, health: Pick<Health, 'expect'>, log: Log): DatabaseMonitor {
  const reportAlive = health.expect('database')
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
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
      // After a timeout its answer may still come.
      client.release(isBroken)
    }
  }

  const stopping = new AbortController()
  const running = (async () => {
    for (let awaySince: number | null = null; !stopping.signal.aborted; ) {
      try {
        await check()
        reportAlive()
        if (awaySince !== null) log.warn({ ms: Math.round(performance.now() - awaySince) }, 'the database is back')
        awaySince = null
      } catch (error) {
        if (awaySince === null && !stopping.signal.aborted) {
          log.error({ err: error }, 'the database does not answer')
          awaySince = performance.now()
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
