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
  /** A link was opened: guessing one is hopeless, and is not to be tried for long. */
  countLink: (address: string) => Promise<void>
  /** Somebody asked for a mail to an address, which need not be theirs. */
  countLinkMail: (email: string, address: string) => Promise<void>
  /** A business invites somebody; the same address not again and again. */
  countInvite: (tenantId: string, email: string) => Promise<void>
  countCode: (loginId: string) => Promise<void>
  forgiveCode: (loginId: string) => Promise<void>
  /** Somebody signed in was asked for the password again. */
  countPassword: (loginId: string) => Promise<void>
  forgivePassword: (loginId: string) => Promise<void>
}

export interface AttemptRules {
  signInsPerAccount: number
  signInsPerAddress: number
  signUpsPerAddress: number
  refreshesPerAddress: number
  linksPerAddress: number
  linkMailsPerAccount: number
  linkMailsPerAddress: number
  invitesPerTenant: number
  invitesPerAddressee: number
  codesPerLogin: number
  passwordsPerLogin: number
}

export const ATTEMPT_RULES: AttemptRules = {
  signInsPerAccount: 10,
  signInsPerAddress: 60,
  signUpsPerAddress: 20,
  refreshesPerAddress: 600,
  linksPerAddress: 60,
  linkMailsPerAccount: 5,
  linkMailsPerAddress: 20,
  invitesPerTenant: 100,
  invitesPerAddressee: 5,
  codesPerLogin: 5,
  passwordsPerLogin: 10,
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

  const links = limiter('link', rules.linksPerAddress, 15 * MINUTE)
  const linkMailsPerAccount = limiter('link-mail-account', rules.linkMailsPerAccount, 60 * MINUTE)
  const linkMailsPerAddress = limiter('link-mail-address', rules.linkMailsPerAddress, 60 * MINUTE)
  const invitesPerTenant = limiter('invite-tenant', rules.invitesPerTenant, 60 * MINUTE)
  const invitesPerAddressee = limiter('invite-addressee', rules.invitesPerAddressee, 60 * MINUTE)
  const codes = limiter('code', rules.codesPerLogin, 5 * MINUTE)
  const passwords = limiter('password', rules.passwordsPerLogin, 15 * MINUTE)

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
    countLink: (address) => count(links, address),
    countLinkMail: async (email, address) => {
      await count(linkMailsPerAddress, address)
      await count(linkMailsPerAccount, email)
    },
    countInvite: async (tenantId, email) => {
      await count(invitesPerTenant, tenantId)
      await count(invitesPerAddressee, `${tenantId} ${email}`)
    },
    countCode: (loginId) => count(codes, loginId),
    forgiveCode: async (loginId) => void (await codes.delete(loginId)),
    countPassword: (loginId) => count(passwords, loginId),
    forgivePassword: async (loginId) => void (await passwords.delete(loginId)),
  }
}
