import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../platform/errors.ts'

export interface AttemptLimits {
  /** Counts an attempt; throws `TooManyAttempts` once there were too many from this account or address. */
  countSignIn: (account: string, address: string) => Promise<void>
  /** The attempt was the right person: it no longer counts. */
  forgiveSignIn: (account: string, address: string) => Promise<void>
  countSignUp: (address: string) => Promise<void>
  countRefresh: (address: string) => Promise<void>
}

export interface AttemptRules {
  signInsPerAccount: number
  signInsPerAddress: number
  signUpsPerAddress: number
  refreshesPerAddress: number
}

export const ATTEMPT_RULES: AttemptRules = {
  signInsPerAccount: 10,
  signInsPerAddress: 60,
  signUpsPerAddress: 20,
  refreshesPerAddress: 600,
}

const MINUTE = 60

/** Attempts are counted in the database, so that they hold for all processes and survive a restart. */
export function createAttemptLimits(pool: pg.Pool, rules: AttemptRules): AttemptLimits {
  const limiter = (keyPrefix: string, points: number, seconds: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'directory',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
    })
  const perAccount = limiter('sign-in-account', rules.signInsPerAccount, 15 * MINUTE)
  const perAddress = limiter('sign-in-address', rules.signInsPerAddress, 15 * MINUTE)
  const signUps = limiter('sign-up', rules.signUpsPerAddress, 60 * MINUTE)
  const refreshes = limiter('refresh', rules.refreshesPerAddress, 15 * MINUTE)

  const count = async (counter: RateLimiterPostgres, key: string) => {
    try {
      await counter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new AppError('TooManyAttempts', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) })
    }
  }
  return {
    countSignIn: async (account, address) => {
      await count(perAddress, address)
      await count(perAccount, account)
    },
    forgiveSignIn: async (account, address) => {
      await Promise.all([perAccount.delete(account), perAddress.reward(address)])
    },
    countSignUp: (address) => count(signUps, address),
    countRefresh: (address) => count(refreshes, address),
  }
}
