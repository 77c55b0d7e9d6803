import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

/** A limit on how often something may be tried. */
export interface Limit {
  /** Counts an attempt under a key; throws `TooManyAttempts` above the limit. */
  count: (key: string) => Promise<void>
  /** Takes an attempt off the count. */
  takeBack: (key: string) => Promise<void>
  clear: (key: string) => Promise<void>
}

/** Hashed to a fixed length, because the key column is a varchar(255). */
const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Creates limits that are counted in the database, so that they hold for all processes and survive a restart. */
export const createLimits =
  (pool: pg.Pool) =>
  (keyPrefix: string, points: number, seconds: number): Limit => {
    const counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'directory',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
    })
    return {
      count: async (key) => {
        try {
          await counter.consume(keyOf(key))
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          throw new AppError('TooManyAttempts', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
        }
      },
      takeBack: async (key) => void (await counter.reward(keyOf(key))),
      clear: async (key) => void (await counter.delete(keyOf(key))),
    }
  }
